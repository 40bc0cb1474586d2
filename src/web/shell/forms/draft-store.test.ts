import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';

const fakeStorage = () => {
  const stored: Record<string, string> = {};
  const define = (name: string, value: unknown) => Object.defineProperty(stored, name, { value });
  define('getItem', (key: string) => stored[key] ?? null);
  define('setItem', (key: string, value: string) => void (stored[key] = value));
  define('removeItem', (key: string) => void delete stored[key]);
  return stored;
};

const tokenOf = (sub: string): string => `head.${btoa(JSON.stringify({ sub }))}.signature`;

const enter = async (accessToken: string | null) => {
  vi.resetModules();
  const [{ memberDraft }, { clearMemberDrafts: forgetDrafts }, { clearSession, writeSession }] =
    await Promise.all([
      import('./draft-store.ts'),
      import('#web/auth/member-drafts.ts'),
      import('#web/auth/session.ts'),
    ]);
  if (accessToken === null) clearSession();
  else writeSession({ accessToken, refreshToken: 'refresh', name: '김민수', role: 'MEMBER' });
  return { draft: memberDraft('question', z.object({ title: z.string() })), forgetDrafts, clearSession };
};

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

it('S-061 a draft survives a lost session and is only shown to its member', async () => {
  const typed = { title: '쓰던 문의' };
  const first = await enter(tokenOf('member-1'));
  first.draft.save(typed);
  first.clearSession();
  expect(first.draft.read()).toBeNull();
  expect((await enter(tokenOf('member-2'))).draft.read()).toBeNull();
  const back = await enter(tokenOf('member-1'));
  expect(back.draft.read()).toEqual(typed);
  back.draft.clear();
  expect(back.draft.read()).toBeNull();
});

it('a logout removes drafts and nothing else', async () => {
  const { draft, forgetDrafts } = await enter(tokenOf('member-1'));
  draft.save({ title: '쓰던 문의' });
  forgetDrafts();
  expect(draft.read()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['accessToken', 'refreshToken', 'name', 'role']);
});

it.each([null, 'broken', 'a.b.c'])('no draft is stored without a valid token (%s)', async (token) => {
  const { draft } = await enter(token);
  draft.save({ title: '쓰던 문의' });
  expect(draft.read()).toBeNull();
});

it('a draft of another site version is ignored', async () => {
  const { draft } = await enter(tokenOf('member-1'));
  localStorage.setItem('draft:member-1:question', '{"subject":"문의"}');
  expect(draft.read()).toBeNull();
});
