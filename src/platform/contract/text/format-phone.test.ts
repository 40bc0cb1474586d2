import { expect, it } from 'vitest';
import { formatPhone } from './format-phone.ts';

it.each([
  ['01012345678', '010-1234-5678'],
  ['0212345678', '02-1234-5678'],
  ['021234567', '02-123-4567'],
  ['0311234567', '031-123-4567'],
  ['02-1234-5678', '02-1234-5678'],
  ['+8221234567', '+8221234567'],
  ['', ''],
])('the phone number %o is written %o', (digits, written) => {
  expect(formatPhone(digits)).toBe(written);
});
