import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Desk } from '#app/contract/desk.ts';
import { studioSettingVersions } from '#core/content/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { seoulInstant } from '#platform/contract/seoul-time.ts';
import { countSmsBytes, MAX_SMS_BYTES } from '#platform/server/ports/sms/sms-length.ts';
import { createAdminClient } from '#test/factories/admin-client.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { insertReservation, postReservation } from '#test/factories/reservations.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp } from '#test/test-app.ts';
import type { AdminReservation } from '../../contract/admin-reservations.ts';
import { queueReminders } from '../messages/queue-reminders.ts';
import { reservations } from '../tables.ts';

const app = await createTestApp();
const admin = await insertAdmin(app);
const studio = await createAdminClient(app);
const START = app.clock.now();
const offerPhone = (offersPhone: boolean) => publishChange(app, admin, 'booking', () => ({ offersPhone }));
const readForm = async () => (await app.get('/api/reservation/form?shootType=FOOD')).json();

it('a meeting by phone is refused while the studio does not offer it, also by rules that were stored earlier', async () => {
  const { body, version } = await studio.getJson<{ body: Record<string, unknown>; version: number }>(
    '/api/admin/settings/booking',
  );
  const { offersPhone: _, ...earlier } = body;
  await app.db
    .insert(studioSettingVersions)
    .values({ section: 'booking', version: version + 1, body: earlier, changedAt: START });
  expect(await readForm()).toMatchObject({ offersPhone: false });
  const response = await postReservation(app, await insertMember(app), { meetingKind: 'PHONE' });
  const message = '지금은 전화 미팅을 받지 않습니다. 방문을 선택해 주세요.';
  expect(response.status).toBe(400);
  expect((await response.json()) as ErrorBody).toEqual({
    code: 'INVALID_INPUT',
    message,
    fields: { meetingKind: message },
  });
  expect((await postReservation(app, await insertMember(app), { meetingKind: 'VIDEO' })).status).toBe(400);
  expect(await app.db.$count(reservations)).toBe(0);
});

it('a meeting in the studio reads as before when the studio offers both', async () => {
  await offerPhone(true);
  expect(await readForm()).toMatchObject({ offersPhone: true });
  const visit = await insertReservation(app, await insertMember(app), { meetingKind: 'VISIT' });
  const silent = await insertReservation(app, await insertMember(app), { date: '2026-11-25' });
  for (const reservation of [visit, silent]) expect(reservation).not.toHaveProperty('meetingKind');
  await app.db.delete(reservations);
});

it('a meeting by phone says so on every list, in the CSV, the calendars and the messages', async () => {
  const member = await insertMember(app, { name: '김사진' });
  const date = '2026-11-23';
  const booked = await insertReservation(app, member, { date, time: '15-16', meetingKind: 'PHONE' });
  expect(booked).toMatchObject({ meetingKind: 'PHONE' });
  const { id } = booked;
  const [listed] = await studio.getJson<AdminReservation[]>('/api/admin/reservation');
  expect(listed).toMatchObject({ id, meetingKind: 'PHONE' });
  expect(await studio.getJson(`/api/admin/reservation/${id}`)).toMatchObject({ meetingKind: 'PHONE' });
  expect(await (await studio.get('/api/admin/reservation/export')).text()).toMatch(/,전화,\r\n/);
  const { url } = (await (await studio.post('/api/admin/calendar-feed')).json()) as { url: string };
  expect(await (await app.get(new URL(url).pathname)).text()).toContain(
    'SUMMARY:김*진 · 웨딩 · 전화 미팅\r\n',
  );
  const file = await app.get(`/api/reservation/${id}/calendar`, { token: member.accessToken });
  const text = await file.text();
  expect(text).toContain('SUMMARY:사진관 전화 미팅\r\n');
  expect(text).toContain('LOCATION:\r\n');

  await sendNotifications(app.deps);
  app.clock.set(seoulInstant('2026-11-22', 18.5));
  await queueReminders(app.deps);
  await sendNotifications(app.deps);
  const sent = app.sent.filter((message) => /11월 23일/.test(message.text)).map((message) => message.text);
  expect(sent).toEqual([
    '[사진관] 11월 23일(월) 오후 3시 전화 미팅 예약이 확정되었습니다. 문의 02-000-0000',
    '[사진관] 새 예약: 11월 23일(월) 오후 3시 웨딩 전화 미팅',
    '[사진관] 11월 23일(월) 오후 3시 전화 미팅이 예약되어 있습니다. 문의 02-000-0000',
  ]);
  for (const one of sent) expect(countSmsBytes(one)).toBeLessThanOrEqual(MAX_SMS_BYTES);
  const [confirmation] = await app.db
    .select()
    .from(notifications)
    .where(eq(notifications.kind, 'RESERVATION_BOOKED'));
  // KakaoTalk templates show `주소` as the place of the meeting.
  expect(confirmation?.values).toMatchObject({ 주소: '전화 미팅' });

  app.clock.set(seoulInstant(date, 9));
  const desk = await studio.getJson<Desk>('/api/admin/desk');
  expect(desk.meetings).toMatchObject([{ id, meetingKind: 'PHONE' }]);
});
