import { expect, it } from 'vitest';
import { insertMember } from '#test/factories/members.ts';
import { insertReservation, postCancel, postMove } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const member = await insertMember(app);
const reservation = await insertReservation(app, member, { notes: '두 사람,\n강아지 한 마리' });
const readFile = async (): Promise<string> => {
  const response = await app.get(`/api/reservation/${reservation.id}/calendar`, {
    token: member.accessToken,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="${reservation.reservationCode}.ics"`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  return (await response.text()).replaceAll('\r\n ', '');
};

it('the calendar file of a reservation reflects moves and cancellation', async () => {
  const uid = `UID:${reservation.reservationCode}@localhost`;
  const file = await readFile();
  expect(file).toContain(uid);
  expect(file).toContain('DTSTART;TZID=Asia/Seoul:20261124T090000\r\n');
  expect(file).toContain('SUMMARY:사진관 사전 미팅\r\n');
  expect(file).toContain(String.raw`요청 사항 두 사람\,\n강아지 한 마리\n문의 02-000-0000\nhttp`);
  expect(file).toContain('SEQUENCE:0\r\n');
  expect(file).toContain('STATUS:CONFIRMED\r\n');

  app.clock.advance(1_000);
  await postMove(app, member, reservation.id, { date: '2026-11-25', time: '21-22' });
  const moved = await readFile();
  expect(moved).toContain(uid);
  expect(moved).toContain('DTSTART;TZID=Asia/Seoul:20261125T210000\r\n');
  expect(moved).toContain('SEQUENCE:1\r\n');
  expect(moved).toContain('LAST-MODIFIED:20261121T010001Z\r\n');

  await postCancel(app, member, reservation.id);
  const cancelled = await readFile();
  expect(cancelled).toContain('SEQUENCE:2\r\n');
  expect(cancelled).toContain('STATUS:CANCELLED\r\n');
});
