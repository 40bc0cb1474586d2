import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { BEGUN, createAdminChanges, NOW } from '#test/factories/admin-changes.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { sendToCustomers } from '#test/factories/messages.ts';
import {
  countStatuses,
  insertReservation,
  insertMembers,
  postReservation,
  postCancel,
  readReservations,
  renewSession,
} from '#test/factories/reservations.ts';
import { readError } from '#test/test-app.ts';
import type { ReservationState } from '../../contract/reservations.ts';
import { reservationEvents } from '../tables.ts';
import { updateWithExpectedState, readReservation } from './change-reservation.ts';

const { app, studio, change, move, detailOf } = await createAdminChanges();
const other = await createAdminClient(app, 'second.admin');
const countAudited = (id: number) =>
  app.db.$count(adminAuditLog, eq(adminAuditLog.target, `reservation:${id}`));

describe('F-21 concurrent changes of one reservation', () => {
  it('two admins making the same change both succeed and it is recorded once', async () => {
    const { id } = await insertReservation(app, await insertMember(app));
    const responses = await Promise.all([change(id, 'CANCELLED'), change(id, 'CANCELLED', '', other)]);
    expect(countStatuses(responses)).toEqual({ 200: 2 });
    expect(await app.db.$count(reservationEvents, eq(reservationEvents.reservationId, id))).toBe(1);
    expect(await sendToCustomers(app)).toHaveLength(1);
  });

  it('of two conflicting changes one succeeds, and the notification matches the result', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await insertPhoneReservation(studio, { date: `2026-12-${10 + round}` });
      const results = await Promise.all([
        change(id, 'CANCELLED'),
        move(id, `2026-12-${10 + round}`, '12-13', other),
        move(id, `2026-12-${10 + round}`, '15-16'),
      ]);
      for (const { status } of results) expect([200, 409]).toContain(status);
      const { history } = await detailOf(id);
      expect(history.length).toBe(results.filter(({ status }) => status === 200).length);
      expect(await countAudited(id)).toBe(history.length + 1);
      await readReservations(app);
    }
  });

  it('a change based on an outdated state is rejected', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await insertPhoneReservation(studio, { date: `2026-12-0${1 + round}` });
      const seen = { state: 'BOOKED', date: `2026-12-0${1 + round}`, time: '09-10' };
      app.clock.set('2026-12-08T00:00:00Z');
      const send = (state: ReservationState, by = studio) =>
        by.post(`/api/admin/reservation/${id}/state`, { state, seen });
      const responses =
        round % 2 === 0
          ? await Promise.all([send('COMPLETED'), send('NO_SHOW', other)])
          : [await send('COMPLETED'), await send('NO_SHOW', other)];
      expect(countStatuses(responses)).toEqual({ 200: 1, 409: 1 });
      expect(await readError(responses.find(({ status }) => status === 409)!)).toEqual({
        status: 409,
        code: 'CHANGED_MEANWHILE',
        message: '그사이 예약이 변경되었습니다. 다시 확인해 주세요.',
      });
      expect((await detailOf(id)).history.length).toBe(1);
      app.clock.set(NOW);
    }
  });

  it('after a move a change based on the former slot is rejected', async () => {
    const { id } = await insertReservation(app, await insertMember(app));
    const seen = { state: 'BOOKED', date: '2026-11-24', time: '09-10' };
    await move(id, '2026-12-01', '12-13');
    const path = `/api/admin/reservation/${id}`;
    for (const response of [
      await other.post(`${path}/state`, { state: 'CANCELLED', seen }),
      await other.post(`${path}/move`, { date: '2026-12-02', time: '09-10', seen }),
    ])
      expect(await readError(response)).toMatchObject({ status: 409, code: 'CHANGED_MEANWHILE' });
    expect(await detailOf(id)).toMatchObject({ state: 'BOOKED', date: '2026-12-01', time: '12-13' });
    // The same change is accepted.
    const same = { date: '2026-12-01', time: '12-13', seen };
    expect((await other.post(`${path}/move`, same)).status).toBe(200);
    expect((await detailOf(id)).history.length).toBe(1);
  });

  it('a change without an expected state applies to the current state', async () => {
    const { id } = await insertReservation(app, await insertMember(app));
    app.clock.set(BEGUN);
    const seen = await readReservation(app.db, id);
    await change(id, 'COMPLETED');
    const late = updateWithExpectedState(
      app.db,
      seen,
      () => false,
      () => Promise.reject(new Error('was not to be done')),
    );
    await expect(late).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect((await change(id, 'NO_SHOW', '', other)).status).toBe(200);
  });

  it('swapping two reservations concurrently leaves each with a slot', async () => {
    for (let round = 0; round < 5; round += 1) {
      const date = `2026-12-${20 + round}`;
      const [a, b] = [
        await insertPhoneReservation(studio, { date, time: '09-10' }),
        await insertPhoneReservation(studio, { date, time: '12-13' }),
      ];
      const responses = await Promise.all([move(a.id, date, '12-13'), move(b.id, date, '09-10', other)]);
      for (const { status } of responses) expect(status).toBe(409);
      await readReservations(app);
    }
  });

  it('concurrent changes by admins, the member and another customer leave one owner and one history', async () => {
    for (let round = 0; round < 10; round += 1) {
      const date = `2027-01-${10 + round}`;
      const [member, rival] = await insertMembers(app, 2);
      const { id } = await insertReservation(app, member!, { date });
      const own = await renewSession(app, member!);
      const [byStudio, byMember, byRival] = await Promise.all([
        change(id, 'CANCELLED'),
        postCancel(app, own, id),
        postReservation(app, rival!, { date }),
      ]);
      expect([byStudio.status, byMember.status]).toEqual([200, 200]);
      expect([201, 409]).toContain(byRival.status);
      expect((await detailOf(id)).history.length).toBe(1);
      await readReservations(app);
    }
  });
});
