import { describe, expect, it } from 'vitest';
import { externalBrowserUrl, detectInAppBrowser } from './in-app-browser.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const galaxy =
  'Mozilla/5.0 (Linux; Android 15; SM-S928N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';

describe('detectInAppBrowser', () => {
  it.each([
    ['kakaotalk', `${iPhone} Mobile/15E148 KAKAOTALK/11.4.0 (INAPP)`],
    ['kakaotalk', `${galaxy} Chrome/131.0.0.0 Mobile Safari/537.36 KAKAOTALK 11.4.0`],
    ['naver', `${iPhone} Version/18.1 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.9.1; 15PRO)`],
    ['naver', `${galaxy} Chrome/131.0.0.0 Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.9.1)`],
    ['instagram', `${iPhone} Mobile/22B83 Instagram 356.0.0.29.103 (iPhone16,1; iOS 18_1; ko_KR)`],
    ['facebook', `${iPhone} Mobile/22B83 [FBAN/FBIOS;FBAV/488.0.0.70.95;FBBV/661]`],
    ['line', `${iPhone} Mobile/15E148 Safari Line/14.17.0`],
    ['other', `${galaxy} Chrome/131.0.0.0 Mobile Safari/537.36 SomeApp/3.1`],
    ['other', `${iPhone} Mobile/15E148`],
  ])('detects the in-app browser %s by the user agent %s', (app, userAgent) => {
    expect(detectInAppBrowser(userAgent)).toBe(app);
  });

  it.each([
    [`${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`],
    [`${iPhone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Whale/4.29.282.14 Safari/537.36',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    ],
  ])('detects no in-app browser for the user agent %s', (userAgent) => {
    expect(detectInAppBrowser(userAgent)).toBeNull();
  });
});

describe('externalBrowserUrl', () => {
  it('KakaoTalk and LINE have URLs that open the external browser, other apps have none', () => {
    const page = 'https://studio.kr/login?a=1&b=2';
    expect(externalBrowserUrl('kakaotalk', page)).toBe(
      'kakaotalk://web/openExternal?url=https%3A%2F%2Fstudio.kr%2Flogin%3Fa%3D1%26b%3D2',
    );
    expect(externalBrowserUrl('line', page)).toBe(`${page}&openExternalBrowser=1`);
    expect(externalBrowserUrl('naver', page)).toBeNull();
  });
});
