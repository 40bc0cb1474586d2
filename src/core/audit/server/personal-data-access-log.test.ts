import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { insertReservation } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { adminAccessLog } from './tables.ts';

const app = await createTestApp();
const admin = await insertAdmin(app, { loginId: 'studio.admin' });
const [anna, other] = [await insertMember(app, { name: '안나' }), await insertMember(app, { name: '보라' })];
const reservation = await insertReservation(app, anna);
await insertReservation(app, anna, { time: '12-13' });
await insertReservation(app, other, { time: '15-16' });

const toldStudioOnly = await insertReservation(app, anna, { date: '2026-11-25' });
const { recipient, reservationId } = notifications;
await app.db
  .delete(notifications)
  .where(and(eq(recipient, 'CUSTOMER'), eq(reservationId, toldStudioOnly.id)));

const secondAdmin = await createAdminClient(app);
const phoneReservation = await insertPhoneReservation(secondAdmin, { time: '18-19' });
const { id: questionId } = await insertQuestion(app, anna, { title: '공개', notify: true });
const { id: secretId } = await insertQuestion(app, other, { title: '비밀', secret: true });
await postAnswer(app, admin, questionId);
const searchPath = (keyword: string) => `/api/question/search/title?keyword=${encodeURIComponent(keyword)}`;

const newestEntry = async () => {
  const [entry] = await app.db.select().from(adminAccessLog).orderBy(desc(adminAccessLog.id)).limit(1);
  return entry;
};
const read = (path: string, token = admin.accessToken) => app.get(path, { token, ip: '198.51.100.7' });

describe('S-055 L-06 the personal data access log', () => {
  it.each([
    ['/api/admin/member', 'LIST_MEMBERS', [secondAdmin.id, other.id, anna.id, admin.id], []],
    [`/api/admin/member?name=${encodeURIComponent('안나')}`, 'LIST_MEMBERS', [anna.id], []],
    ['/api/admin/members', 'LIST_MEMBERS', [secondAdmin.id, other.id, anna.id, admin.id], []],
    [`/api/admin/customers/${anna.id}`, 'VIEW_CUSTOMER', [anna.id], []],
    [`/api/admin/customers/timeline?customer=${anna.id}`, 'VIEW_CUSTOMER', [anna.id], []],
    ['/api/admin/reservation', 'LIST_RESERVATIONS', [other.id, anna.id], [phoneReservation.id]],
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
      [phoneReservation.id],
    ],
    [
      `/api/admin/reservation/search/code?code=${reservation.reservationCode}`,
      'SEARCH_RESERVATIONS',
      [anna.id],
      [],
    ],
    [
      '/api/admin/reservation?sort=created-desc&from=2026-11-24',
      'LIST_RESERVATIONS',
      [other.id, anna.id],
      [phoneReservation.id],
    ],
    ['/api/admin/reservation/export', 'EXPORT_RESERVATIONS', [other.id, anna.id], [phoneReservation.id]],
    [`/api/admin/reservation/${reservation.id}`, 'VIEW_RESERVATION', [anna.id], []],
    [`/api/admin/reservation/${phoneReservation.id}`, 'VIEW_RESERVATION', [], [phoneReservation.id]],
    [
      '/api/admin/reservation/schedule?month=2026-11',
      'VIEW_SCHEDULE',
      [other.id, anna.id],
      [phoneReservation.id],
    ],
    [
      '/api/admin/reservation/collisions?from=2026-11-24&to=2026-11-24&timeSlots=15-16&timeSlots=18-19',
      'VIEW_SCHEDULE',
      [other.id],
      [phoneReservation.id],
    ],
    [`/api/admin/search?keyword=${encodeURIComponent('안나')}`, 'SEARCH_ALL', [anna.id], []],
    [`/api/admin/search?keyword=${encodeURIComponent('비밀')}`, 'SEARCH_ALL', [other.id], []],
    ['/api/admin/search?keyword=5432', 'SEARCH_ALL', [], [phoneReservation.id]],
    ['/api/question', 'LIST_QUESTIONS', [other.id, anna.id], []],
    [`/api/question/${secretId}`, 'LIST_QUESTIONS', [other.id], []],
    [searchPath('비밀'), 'LIST_QUESTIONS', [other.id], []],
    [searchPath('없는 말'), 'LIST_QUESTIONS', [], []],
    ['/api/admin/question', 'LIST_QUESTIONS', [other.id, anna.id], []],
    // Messages to the studio contain no personal data unless their texts are shown.
    ['/api/admin/notification', 'LIST_NOTIFICATIONS', [anna.id, other.id], [phoneReservation.id]],
    [`/api/admin/notification?reservation=${toldStudioOnly.id}`, 'LIST_NOTIFICATIONS', [anna.id], []],
  ])(
    'an admin request to %s is logged with admin, time, IP address, action and subjects',
    async (path, action, subjects, phoneReservations) => {
      expect((await read(path)).status).toBe(200);
      const entry = await newestEntry();
      expect(entry).toMatchObject({
        adminId: admin.id,
        adminLoginId: 'studio.admin',
        ip: '198.51.100.7',
        action,
        occurredAt: app.clock.now(),
      });
      expect(entry?.subjectIds.toSorted()).toEqual(subjects.toSorted());
      expect(entry?.reservationIds).toEqual(phoneReservations);
    },
  );

  it('each page of a list is logged as one entry, and rejected requests are not logged', async () => {
    const before = await app.db.$count(adminAccessLog);
    await read('/api/admin/member?limit=1');
    expect((await newestEntry())?.subjectIds.length).toBe(1);
    await read('/api/admin/member', anna.accessToken);
    await read('/api/admin/reservation', anna.accessToken);
    expect(await app.db.$count(adminAccessLog)).toBe(before + 1);
  });

  it('an access log entry survives the deletion of the admin and of its subjects', async () => {
    await read('/api/admin/member');
    const entry = await newestEntry();
    await app.db.update(members).set({ role: 'ADMIN' }).where(eq(members.id, other.id));
    for (const { accessToken } of [anna, admin])
      await app.delete('/api/member', undefined, { token: accessToken });
    expect(await newestEntry()).toEqual(entry);
  });
});
