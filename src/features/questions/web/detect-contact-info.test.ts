import { expect, test } from 'vitest';
import { containsContactInfo } from './detect-contact-info.ts';

test.each([
  '제 번호는 01012345678입니다.',
  '010-1234-5678로 연락 주세요',
  '０１０－１２３４－５６７８',
  '010.1234.5678',
  '+82 10 1234 5678',
  '(02) 345-6789',
  '070-1234-5678',
  '메일은 minsu.kim+studio@example.co.kr 입니다',
])('S-068 contact information is detected in: %s', (text) => {
  expect(containsContactInfo(text)).toBe(true);
});

test.each([
  '',
  '500,000원부터인가요?',
  '2026-10-24 10시에 20명이 갑니다',
  '상품 번호 8801012345678',
  '원본 200컷, 보정 10컷',
  '@사진관 계정을 보았습니다',
])('no contact information is detected in: %s', (text) => {
  expect(containsContactInfo(text)).toBe(false);
});

test('contact detection is fast for a long text that resembles an e-mail address', () => {
  expect(containsContactInfo(`${'a.'.repeat(2_500)}@${'b.'.repeat(1_200)}`)).toBe(false);
});
