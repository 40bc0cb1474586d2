import { getTableName } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { exportedTables } from '#app/server/export/exported-tables.ts';
import { features } from '#app/server/features.ts';
import { purgeExpired } from '#app/server/purge/purge-expired.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import { createVisit } from '#test/visit-pages.ts';
import type { GuestBook } from '../contract/guest-book.ts';
import { guestBookEntries } from './tables.ts';

const STUDIO_PHONE = '01011112222';

const app = await createTestApp();
const [member, admin] = [await insertMember(app), await insertAdmin(app)];
const visit = createVisit(app);

const read = async (): Promise<GuestBook> => (await (await app.get('/api/guest-book')).json()) as GuestBook;
const open = async (path: string): Promise<string> => (await visit(path)).text();

const inDays = (days: number): Date => new Date(app.clock.now().getTime() + days * 24 * 3_600_000);

it('a member signs the guest book, visitors read it, and the studio is told', async () => {
  await publishChange(app, admin, 'messages', () => ({ studioPhones: [STUDIO_PHONE] }));
  const body = { content: '사진이 참 좋았어요.' };
  const signed = await app.post('/api/guest-book', body, { token: member.accessToken });
  expect(signed.status).toBe(204);
  expect(await read()).toMatchObject({ greeting: '다녀가신 이야기를 남겨 주세요.', entries: [body] });
  for (const feature of features)
    for (const { run } of feature.intervalJobs ?? []) await run(app.deps, new AbortController().signal);
  const texts = app.sent.filter(({ to }) => to === STUDIO_PHONE).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('방명록에 새 글이 등록되었습니다.')]);
  const sent = await app.get('/api/admin/notification', { token: admin.accessToken });
  expect(await sent.json()).toMatchObject([{ kind: 'GUEST_BOOK_SIGNED', label: '새 방명록' }]);
});

it('its page is rendered, named in the menu and the privacy policy, and follows the settings', async () => {
  await publishChange(app, admin, 'guestBook', () => ({ greeting: '반갑습니다.' }));
  const page = await open('/guest-book');
  expect(page).toContain('사진이 참 좋았어요.');
  expect(page).toContain('반갑습니다.');
  expect(await open('/')).toContain('href="/guest-book"');
  expect(await open('/privacy')).toContain('방명록');
});

it('its daily job hides old entries, which the purge deletes after a year', async () => {
  for (const { dailyJobs } of features) await dailyJobs?.guestBook?.(app.deps, inDays(100));
  expect((await read()).entries).toEqual([]);
  expect(await purgeExpired(app.db, inDays(370))).toMatchObject({ guest_book_entries: 1 });
});

it('a member downloads the own entries, and they go with the account', async () => {
  expect(exportedTables.map(({ table }) => getTableName(table))).toContain('guest_book_entries');
  const { accessToken: token } = await insertMember(app);
  await app.post('/api/guest-book', { content: '또 올게요.' }, { token });
  expect((await app.delete('/api/member', undefined, { token })).status).toBe(204);
  expect(await app.db.$count(guestBookEntries)).toBe(0);
});
