import { expect, it, vi } from 'vitest';
import { authEndpoints } from '#core/auth/contract/auth.ts';
import { adminMemberEndpoints } from '#features/members/contract/admin-members.ts';
import { GENERAL_FAILURE, messageOf, type CallOptions } from './api.ts';
import { browserApi } from './browser-api.ts';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('location', { pathname: '/login' });

const failureOf = async (respond: () => Promise<Response>, options?: CallOptions): Promise<string> => {
  vi.stubGlobal('fetch', respond);
  const input = { body: { loginId: 'minsu', password: 'password' } };
  return messageOf(
    await browserApi.call(authEndpoints.login, input, options).catch((error: unknown) => error),
  );
};
const disconnect = () => Promise.reject(new TypeError('Failed to fetch'));

it('a failed call shows the text of the server', async () => {
  const message = '아이디 또는 비밀번호가 올바르지 않습니다.';
  expect(await failureOf(() => Promise.resolve(Response.json({ message }, { status: 400 })))).toBe(message);
});

it.each([
  ['no response', disconnect],
  ['an error page of a proxy', () => Promise.resolve(new Response('<h1>502</h1>', { status: 502 }))],
  ['a body that breaks off', () => Promise.resolve(new Response('{"accessTo'))],
])('a call with %s shows the text that its endpoint declares', async (_, respond) => {
  expect(await failureOf(respond)).toBe('로그인 실패');
});

it('a page can word the failure of a call differently', async () => {
  expect(await failureOf(disconnect, { failed: '계정을 확인하지 못했습니다.' })).toBe(
    '계정을 확인하지 못했습니다.',
  );
});

it('a call to an endpoint without a text shows the general one', async () => {
  vi.stubGlobal('fetch', disconnect);
  const input = { params: { memberId: '1' }, body: { text: '', seenAt: null } };
  const error: unknown = await browserApi
    .call(adminMemberEndpoints.saveMemberNote, input)
    .catch((failure: unknown) => failure);
  expect(messageOf(error)).toBe(GENERAL_FAILURE);
});
