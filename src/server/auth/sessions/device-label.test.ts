import { expect, it } from 'vitest';
import { maskIp, formatDeviceLabel } from './device-label.ts';

it.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    '크롬 · 안드로이드',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    '삼성 인터넷 · 안드로이드',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    '사파리 · 아이폰',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 11.0.0',
    '카카오톡 · 아이폰',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    '엣지 · 윈도우',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Whale/4.33.325.17 Safari/537.36',
    '웨일 · 윈도우',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', '파이어폭스 · 맥'],
  ['curl/8.5.0', '알 수 없는 기기'],
  ['<script>alert(1)</script> Windows', '윈도우'],
  ['', '알 수 없는 기기'],
])('calls %j %s', (userAgent, words) => {
  expect(formatDeviceLabel(userAgent)).toBe(words);
});

it.each([
  ['203.0.113.7', '203.0.113.*'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
])('shows of %s no more than %s', (address, shown) => {
  expect(maskIp(address)).toBe(shown);
});
