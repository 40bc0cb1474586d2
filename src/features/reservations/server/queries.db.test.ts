import { expect, it } from 'vitest';
import { createAdminClient } from '#test/factories/admin-client.ts';
import { insertMembers, insertReservation, postMove } from '#test/factories/reservations.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const [member, other] = await insertMembers(app, 2);
const studio = await createAdminClient(app);

const read = (id: number, token?: string): Promise<Response> =>
  app.get(`/api/reservation/${id}`, token === undefined ? {} : { token });

it('a member sees what the studio changed in a reservation, without reasons and names', async () => {
  const reservation = await insertReservation(app, member!, { date: '2026-12-01', time: '09-10' });
  await postMove(app, member!, reservation.id, { date: '2026-12-02', time: '12-13' });
  const moved = { date: '2026-12-03', time: '15-16' };
  const path = `/api/admin/reservation/${reservation.id}`;
  const statuses = [
    await studio.post(`${path}/move`, { ...moved, reason: '작가의 사정' }),
    await studio.post(`${path}/state`, { state: 'CANCELLED', reason: '내부 사유' }),
    await studio.post(`${path}/state`, { state: 'BOOKED', reason: '' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200]);

  const response = await read(reservation.id, member!.accessToken);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({
    id: reservation.id,
    reservationCode: reservation.reservationCode,
    ...moved,
    studioChanges: [
      { action: 'MOVED', before: { date: '2026-12-02', time: '12-13' }, after: moved },
      { action: 'CANCELLED', before: moved, after: moved },
      { action: 'REOPENED', before: moved, after: moved },
    ],
  });
  for (const hidden of ['작가의 사정', '내부 사유', studio.id, studio.loginId])
    expect(text).not.toContain(hidden);
});

it('another member gets 404 and a guest 401', async () => {
  const reservation = await insertReservation(app, member!, { date: '2026-12-08' });
  expect((await read(reservation.id, other!.accessToken)).status).toBe(404);
  expect((await read(999_999, member!.accessToken)).status).toBe(404);
  expect((await read(reservation.id)).status).toBe(401);
});
