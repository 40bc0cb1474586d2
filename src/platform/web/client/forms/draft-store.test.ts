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

const openStore = async (accessToken: string | null) => {
  vi.resetModules();
  const [{ memberDraft }, { clearMemberDrafts }, { clearSession, writeSession }] = await Promise.all([
    import('./draft-store.ts'),
    import('../api/member-drafts.ts'),
    import('../api/session.ts'),
  ]);
  if (accessToken === null) clearSession();
  else writeSession({ accessToken, refreshToken: 'refresh', name: '김민수', role: 'MEMBER' });
  return { draft: memberDraft('question', z.object({ title: z.string() })), clearMemberDrafts, clearSession };
};

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
});

it('S-061 a member’s draft survives a lost session and is not readable by another member of the same name', async () => {
  const draftValue = { title: '쓰던 문의' };
  const first = await openStore(tokenOf('member-1'));
  first.draft.save(draftValue);
  first.clearSession();
  expect(first.draft.read()).toBeNull();
  expect((await openStore(tokenOf('member-2'))).draft.read()).toBeNull();
  const back = await openStore(tokenOf('member-1'));
  expect(back.draft.read()).toEqual(draftValue);
  back.draft.clear();
  expect(back.draft.read()).toBeNull();
});

it('clearing the drafts at logout removes only drafts from the storage', async () => {
  const { draft, clearMemberDrafts } = await openStore(tokenOf('member-1'));
  draft.save({ title: '쓰던 문의' });
  clearMemberDrafts();
  expect(draft.read()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['accessToken', 'refreshToken', 'name', 'role']);
});

it.each([null, 'broken', 'a.b.c'])(
  'no draft is stored when the access token %s names no member',
  async (token) => {
    const { draft } = await openStore(token);
    draft.save({ title: '쓰던 문의' });
    expect(draft.read()).toBeNull();
  },
);

it('a draft written by another version of the site reads as null', async () => {
  const { draft } = await openStore(tokenOf('member-1'));
  localStorage.setItem('draft:member-1:question', '{"subject":"문의"}');
  expect(draft.read()).toBeNull();
});
