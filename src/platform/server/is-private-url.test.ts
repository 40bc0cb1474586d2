import { expect, it } from 'vitest';
import { isPrivateUrl } from './is-private-url.ts';

it.each([
  ['http://localhost:3000', true],
  ['http://studio.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://10.1.2.3', true],
  ['http://172.31.0.1', true],
  ['http://172.32.0.1', false],
  ['http://192.168.0.10', true],
  ['http://169.254.1.1', true],
  ['http://[fd00::1]', true],
  ['http://[2001:db8::1]', false],
  ['http://studio.local', true],
  ['https://studio.example', false],
  ['https://localhost.example', false],
  ['https://8.8.8.8', false],
])('%s is private: %s', (url, expected) => {
  expect(isPrivateUrl(url)).toBe(expected);
});
