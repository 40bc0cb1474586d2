import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAccessLog, members } from '#server/db/schema.ts';
import { createTestApp } from '#test/test-app.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';

const app = await createTestApp();
const admin = await insertAdmin(app, { loginId: 'studio.admin' });
const [anna, other] = [await insertMember(app, { name: '안나' }), await insertMember(app, { name: '보라' })];
const booking = await insertReservation(app, anna);
await insertReservation(app, anna, { time: '12-13' });
await insertReservation(app, other, { time: '15-16' });

const studio = await createAdminClient(app);
const guest = await insertPhoneReservation(studio, { time: '18-19' });
const { id: questionId } = await insertQuestion(app, anna, { title: '공개', notify: true });
const { id: secretId } = await insertQuestion(app, other, { title: '비밀', secret: true });
await postAnswer(app, admin, questionId);
const inSearch = (keyword: string) => `/api/question/search/title?keyword=${encodeURIComponent(keyword)}`;

const newest = async () => {
  const [line] = await app.db.select().from(adminAccessLog).orderBy(desc(adminAccessLog.id)).limit(1);
  return line;
};
const ask = (path: string, token = admin.accessToken) => app.get(path, { token, ip: '198.51.100.7' });

describe('S-055 L-06 the log of admins’ access to personal data', () => {
  it.each([
    ['/api/admin/member', 'LIST_MEMBERS', [studio.id, other.id, anna.id, admin.id], []],
    [`/api/admin/member?name=${encodeURIComponent('안나')}`, 'LIST_MEMBERS', [anna.id], []],
    ['/api/admin/reservation', 'LIST_RESERVATIONS', [other.id, anna.id], [guest.id]],
    [
      `/api/admin/reservation/search/name?name=${encodeURIComponent('보라')}`,
      'SEARCH_RESERVATIONS',
      [other.id],
      [],
    ],
    [
      `/api/admin/reservation/search/name?name=${encodeURIComponent('없는이')}`,
      'SEARCH_RESERVATIONS',
      [],
      [],
    ],
    [
      `/api/admin/reservation/search/name?name=${encodeURIComponent('전화손님')}`,
      'SEARCH_RESERVATIONS',
      [],
      [guest.id],
    ],
    [
      `/api/admin/reservation/search/code?code=${booking.reservationCode}`,
      'SEARCH_RESERVATIONS',
      [anna.id],
      [],
    ],
    [
      '/api/admin/reservation?sort=created-desc&from=2026-11-24',
      'LIST_RESERVATIONS',
      [other.id, anna.id],
      [guest.id],
    ],
    ['/api/admin/reservation/export', 'EXPORT_RESERVATIONS', [other.id, anna.id], [guest.id]],
    [`/api/admin/reservation/${booking.id}`, 'VIEW_RESERVATION', [anna.id], []],
    [`/api/admin/reservation/${guest.id}`, 'VIEW_RESERVATION', [], [guest.id]],
    ['/api/admin/reservation/schedule?month=2026-11', 'VIEW_SCHEDULE', [other.id, anna.id], [guest.id]],
    [
      '/api/admin/reservation/collisions?from=2026-11-24&to=2026-11-24&timeSlots=15-16&timeSlots=18-19',
      'VIEW_SCHEDULE',
      [other.id],
      [guest.id],
    ],
    ['/api/question', 'LIST_QUESTIONS', [other.id, anna.id], []],
    [`/api/question/${secretId}`, 'LIST_QUESTIONS', [other.id], []],
    [inSearch('비밀'), 'LIST_QUESTIONS', [other.id], []],
    [inSearch('없는 말'), 'LIST_QUESTIONS', [], []],
    ['/api/admin/question', 'LIST_QUESTIONS', [other.id, anna.id], []],
    // Notifications to the studio contain no personal data.
    ['/api/admin/notification', 'LIST_NOTIFICATIONS', [anna.id], []],
  ])('%s is written down: who, when, from where, what and whose', async (path, action, subjects, guests) => {
    expect((await ask(path)).status).toBe(200);
    const line = await newest();
    expect(line).toMatchObject({
      adminId: admin.id,
      adminLoginId: 'studio.admin',
      ip: '198.51.100.7',
      action,
      occurredAt: app.clock.now(),
    });
    expect(line?.subjectIds.toSorted()).toEqual(subjects.toSorted());
    expect(line?.reservationIds).toEqual(guests);
  });

  it('each page of personal data is logged once, and rejected requests are not logged', async () => {
    const before = await app.db.$count(adminAccessLog);
    await ask('/api/admin/member?limit=1');
    expect((await newest())?.subjectIds.length).toBe(1);
    await ask('/api/admin/member', anna.accessToken);
    await ask('/api/admin/reservation', anna.accessToken);
    expect(await app.db.$count(adminAccessLog)).toBe(before + 1);
  });

  it('the access log stays when the admin or member deletes their account', async () => {
    await ask('/api/admin/member');
    const line = await newest();
    await app.db.update(members).set({ role: 'ADMIN' }).where(eq(members.id, other.id));
    for (const { accessToken } of [anna, admin])
      await app.delete('/api/member', undefined, { token: accessToken });
    expect(await newest()).toEqual(line);
  });
});
