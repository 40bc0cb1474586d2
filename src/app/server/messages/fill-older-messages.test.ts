import { beforeEach, expect, it } from 'vitest';
import { queueSecurityNotice } from '#core/auth/server/notices/queue-security-notice.ts';
import { queueAnnouncement, queueWithdrawal } from '#core/content/server/legal/document-announcements.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { createAdminClient, insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import { insertReservation, postMove } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';
import { fillOlderMessages } from './fill-older-messages.ts';

const app = await createTestApp();
const studio = await createAdminClient(app);
await insertAdmin(app);

const listRows = () => app.db.select().from(notifications).orderBy(notifications.id);
/** Makes all rows look as version 0.2.1 queued them. */
const forgetValues = () => app.db.update(notifications).set({ values: null, address: null, dropAt: null });

beforeEach(async () => {
  await app.db.delete(notifications);
  app.sent.length = 0;
});

it('messages of an earlier version get the values that this version queues', async () => {
  const now = app.clock.now();
  const member = await insertMember(app);
  const { id } = await insertReservation(app, member, { date: '2026-12-01', time: '15-16' });
  await postMove(app, member, id, { date: '2026-12-02', time: '18-19' });
  await insertPhoneReservation(studio, { date: '2026-12-03', time: '12-13' });
  await insertQuestion(app, member);
  await queueSecurityNotice(app.db, { kind: 'WITHDRAWN', phone: '01012345678' }, now);
  const document = { version: 1, effectiveOn: '2026-11-21', now };
  await app.db.transaction((tx) => queueAnnouncement(tx, 'terms', document));
  await app.db.transaction((tx) => queueWithdrawal(tx, 'privacy', document));
  const queued = await listRows();
  expect(new Set(queued.map(({ kind }) => kind))).toEqual(
    new Set([
      'RESERVATION_BOOKED',
      'RESERVATION_MOVED',
      'NEW_RESERVATION',
      'QUESTION_ASKED',
      'WITHDRAWN',
      'TERMS_CHANGED',
    ]),
  );
  await forgetValues();
  await fillOlderMessages(app.deps);
  // The texts of dropped messages do not matter.
  const isDropped = ({ dropAt, createdAt }: (typeof queued)[number]) =>
    dropAt?.getTime() === createdAt.getTime();
  const comparable = (rows: typeof queued) =>
    rows.map((row) => (isDropped(row) ? { ...row, values: null } : row));
  expect(queued.filter(isDropped)).toHaveLength(2);
  expect(comparable(await listRows())).toEqual(comparable(queued));
});

it('a message of an earlier version is sent once it has its values', async () => {
  const member = await insertMember(app);
  await insertReservation(app, member, { date: '2026-12-04', time: '15-16' });
  await forgetValues();
  await sendNotifications(app.deps);
  expect(app.sent).toEqual([]);
  await fillOlderMessages(app.deps);
  await sendNotifications(app.deps);
  expect(app.sent.map(({ to }) => to)).toEqual(expect.arrayContaining([member.phone, '01000000000']));
  expect(app.sent.find(({ to }) => to === member.phone)?.text).toContain(
    '12월 4일(금) 오후 3시 사전 미팅 예약',
  );
});
