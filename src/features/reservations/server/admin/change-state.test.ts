import { asc, eq, notInArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { BEGUN, createAdminChanges, NOW } from '#test/factories/admin-changes.ts';
import { insertPhoneReservation } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import { sendToCustomers } from '#test/factories/messages.ts';
import {
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  postCancel,
  renewSession,
} from '#test/factories/reservations.ts';
import { readError } from '#test/test-app.ts';
import type { ReservationDetail } from '../../contract/admin-reservations.ts';
import type { ReservationState } from '../../contract/reservations.ts';
import { reservations, slotClaims } from '../tables.ts';

const { app, studio, change, move, detailOf } = await createAdminChanges();
const claimsOf = () => app.db.select().from(slotClaims).orderBy(asc(slotClaims.date), asc(slotClaims.slot));
const auditOf = (id: number) =>
  app.db
    .select()
    .from(adminAuditLog)
    .where(eq(adminAuditLog.target, `reservation:${id}`))
    .orderBy(asc(adminAuditLog.id));
/** Sets a reservation's state directly in the database. */
const put = async (id: number, state: ReservationState) => {
  await app.db.update(reservations).set({ state }).where(eq(reservations.id, id));
  if (state === 'CANCELLED') await app.db.delete(slotClaims).where(eq(slotClaims.reservationId, id));
};

const countChangeMessages = () =>
  app.db.$count(notifications, notInArray(notifications.kind, ['RESERVATION_BOOKED', 'NEW_RESERVATION']));

describe('cancelling by the studio', () => {
  it('cancelling by the studio keeps the reservation, frees the slot and records actor, time and reason', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    const response = await change(id, 'CANCELLED', '장비 고장');
    expect(response.status).toBe(200);
    const detail = (await response.json()) as ReservationDetail;
    expect(detail).toMatchObject({
      id,
      state: 'CANCELLED',
      changeableUntil: null,
      phoneNumber: member.phone,
    });
    expect(detail.history).toEqual([
      {
        action: 'CANCELLED',
        actor: 'ADMIN',
        by: 'studio.admin',
        date: '2026-11-24',
        time: '09-10',
        reason: '장비 고장',
        at: '2026-11-21T01:00:00.000Z',
      },
    ]);
    expect(await claimsOf()).toEqual([]);
    expect((await postReservation(app, await insertMember(app))).status).toBe(201);
  });

  it('cancelling by the studio sends the member one message', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    await change(id, 'CANCELLED');
    await change(id, 'CANCELLED');
    expect(await sendToCustomers(app)).toEqual([
      { to: member.phone, text: '[사진관] 11월 24일(화) 오전 9시 예약이 취소되었습니다. 문의 02-000-0000' },
    ]);
  });

  it('cancelling by the studio notifies a phone customer only with a mobile number', async () => {
    const first = await insertPhoneReservation(studio);
    const second = await insertPhoneReservation(studio, { time: '12-13', phoneNumber: '02-123-4567' });
    const third = await insertPhoneReservation(studio, { time: '15-16', phoneNumber: undefined });
    for (const { id } of [first, second, third]) expect((await change(id, 'CANCELLED')).status).toBe(200);
    expect((await sendToCustomers(app)).map(({ to }) => to)).toEqual(['01098765432']);
  });

  it('cancelling by the studio is audited without names or numbers', async () => {
    const member = await insertMember(app, { name: '감사받는이' });
    const { id } = await insertReservation(app, member);
    await change(id, 'CANCELLED', '감사받는이 님의 부탁');
    await change(id, 'CANCELLED');
    const lines = await auditOf(id);
    expect(lines).toMatchObject([
      {
        adminId: studio.id,
        adminLoginId: 'studio.admin',
        ip: '198.51.100.7',
        action: 'CHANGE_RESERVATION_STATE',
        before: { state: 'BOOKED' },
        after: { state: 'CANCELLED' },
        occurredAt: new Date(NOW),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/감사받는이|010[0-9]{8}/);
  });
});

describe('reopening a cancelled reservation', () => {
  it('reopening a reservation claims its slot again and notifies the member', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    await change(id, 'CANCELLED');
    expect(await (await change(id, 'BOOKED')).json()).toMatchObject({
      state: 'BOOKED',
      history: [{ action: 'CANCELLED' }, { action: 'REOPENED' }],
    });
    expect(await claimsOf()).toMatchObject([{ kind: 'BOOKED', reservationId: id }]);
    expect((await sendToCustomers(app)).map(({ text }) => text)).toEqual([
      '[사진관] 11월 24일(화) 오전 9시 예약이 다시 확정되었습니다. 문의 02-000-0000',
    ]);
  });

  it('reopening a reservation fails with 409 if its slot is blocked or booked but not if it is held', async () => {
    const [member, other] = await insertMembers(app, 2);
    const { id } = await insertReservation(app, member!);
    await change(id, 'CANCELLED');
    const TAKEN = { status: 409, code: 'SLOT_TAKEN' };
    await app.db.insert(slotClaims).values({ date: '2026-11-24', slot: '09-10', kind: 'BLOCKED' });
    expect(await readError(await change(id, 'BOOKED'))).toMatchObject(TAKEN);
    await app.db.delete(slotClaims);
    const taker = await insertReservation(app, other!);
    expect(await readError(await change(id, 'BOOKED'))).toMatchObject(TAKEN);
    expect((await detailOf(id)).state).toBe('CANCELLED');
    await change(taker.id, 'CANCELLED');
    await insertHold(app, other!, { date: '2026-11-24', time: '09-10' });
    expect((await change(id, 'BOOKED')).status).toBe(200);
    expect(await claimsOf()).toMatchObject([{ kind: 'BOOKED', reservationId: id, heldBy: null }]);
  });
});

describe('recording the outcome of a meeting', () => {
  it.each(['COMPLETED', 'NO_SHOW'] as const)(
    'the state %s is rejected before the meeting begins',
    async (state) => {
      const { id } = await insertReservation(app, await insertMember(app));
      app.clock.set('2026-11-23T23:59:59.999Z');
      expect(await readError(await change(id, state))).toMatchObject({ status: 409, code: 'TOO_EARLY' });
      app.clock.set(BEGUN);
      expect(await (await change(id, state)).json()).toMatchObject({ state, history: [{ action: state }] });
      expect(await claimsOf()).toMatchObject([{ kind: 'BOOKED', reservationId: id }]);
      expect(await countChangeMessages()).toBe(0);
    },
  );

  it('the outcome of a meeting can be corrected, and the history keeps every change', async () => {
    const { id } = await insertReservation(app, await insertMember(app));
    app.clock.set(BEGUN);
    for (const state of ['COMPLETED', 'NO_SHOW', 'BOOKED', 'NO_SHOW', 'COMPLETED', 'BOOKED'] as const)
      expect((await change(id, state)).status).toBe(200);
    const { history } = await detailOf(id);
    expect(history.map(({ action }) => action)).toEqual([
      'COMPLETED',
      'NO_SHOW',
      'REOPENED',
      'NO_SHOW',
      'COMPLETED',
      'REOPENED',
    ]);
    expect(await claimsOf()).toMatchObject([{ kind: 'BOOKED', reservationId: id }]);
    // No notifications are sent for past meetings.
    expect(await countChangeMessages()).toBe(0);
  });

  it('a past meeting can be cancelled and reopened without notifications', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    app.clock.set(BEGUN);
    expect(await (await change(id, 'CANCELLED')).json()).toMatchObject({ state: 'CANCELLED' });
    expect(await claimsOf()).toEqual([]);
    expect(await (await change(id, 'BOOKED')).json()).toMatchObject({ state: 'BOOKED' });
    expect(await claimsOf()).toMatchObject([{ kind: 'BOOKED', reservationId: id }]);
    expect(await countChangeMessages()).toBe(0);
  });

  it('a member cannot cancel a past reservation', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    app.clock.set(BEGUN);
    const signedIn = await renewSession(app, member);
    expect(await readError(await postCancel(app, signedIn, id))).toEqual({
      status: 409,
      code: 'CHANGE_TOO_LATE',
      message: '변경하거나 취소할 수 있는 시간이 지났습니다. 스튜디오로 연락해 주세요.',
    });
    expect((await detailOf(id)).state).toBe('BOOKED');
  });

  it('changing the state of a missing reservation is 404 and an unknown state is 400', async () => {
    expect((await change(999_999, 'CANCELLED')).status).toBe(404);
    expect((await studio.get('/api/admin/reservation/999999')).status).toBe(404);
    const { id } = await insertReservation(app, await insertMember(app));
    expect((await studio.post(`/api/admin/reservation/${id}/state`, { state: 'HELD' })).status).toBe(400);
  });
});

describe('moving a reservation by the studio', () => {
  it('moving by the studio keeps the code, frees the former slot and notifies the customer', async () => {
    const member = await insertMember(app);
    const before = await insertReservation(app, member);
    // Past the members' change deadline.
    app.clock.set('2026-11-23T23:00:00Z');
    const response = await move(before.id, '2026-12-01', '12-13');
    expect(await response.json()).toMatchObject({
      id: before.id,
      reservationCode: before.reservationCode,
      date: '2026-12-01',
      time: '12-13',
      history: [
        { action: 'MOVED', actor: 'ADMIN', date: '2026-11-24', time: '09-10', reason: '스튜디오 사정' },
      ],
    });
    expect(await claimsOf()).toMatchObject([{ date: '2026-12-01', slot: '12-13', reservationId: before.id }]);
    expect(await sendToCustomers(app)).toEqual([
      {
        to: member.phone,
        text: '[사진관] 11월 24일 오전 9시 예약이 12월 1일 오후 12시로 변경되었습니다. 문의 02-000-0000',
      },
    ]);
    expect(await auditOf(before.id)).toMatchObject([
      {
        action: 'MOVE_RESERVATION',
        before: { date: '2026-11-24', slot: '09-10' },
        after: { date: '2026-12-01', slot: '12-13' },
      },
    ]);
  });

  it('moving a reservation to its own slot changes nothing', async () => {
    const { id } = await insertReservation(app, await insertMember(app));
    expect((await move(id, '2026-11-24', '09-10')).status).toBe(200);
    expect((await detailOf(id)).history).toEqual([]);
    expect(await countChangeMessages()).toBe(0);
  });

  it.each([
    ['2026-11-20', '09-10', 'DATE_UNAVAILABLE'],
    ['2027-11-22', '09-10', 'DATE_UNAVAILABLE'],
    ['2026-11-21', '09-10', 'SLOT_PAST'],
    ['2026-11-25', '09-10', 'SLOT_TAKEN'],
    ['2026-11-26', '09-10', 'SLOT_TAKEN'],
  ])('to %s %s answers %s and moves nothing', async (date, time, code) => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    await insertReservation(app, member, { date: '2026-11-25' });
    await studio.post('/api/admin/reservation/block-time', { date: '2026-11-26', timeSlot: '09-10' });
    const before = await claimsOf();
    expect(await readError(await move(id, date, time))).toMatchObject({ code });
    expect(await claimsOf()).toEqual(before);
    expect(await detailOf(id)).toMatchObject({ date: '2026-11-24', time: '09-10', history: [] });
  });

  it.each(['CANCELLED', 'COMPLETED', 'NO_SHOW'] as const)(
    'moving a reservation in state %s fails with 409',
    async (state) => {
      const { id } = await insertReservation(app, await insertMember(app));
      await put(id, state);
      expect(await readError(await move(id, '2026-12-01', '09-10'))).toMatchObject({
        status: 409,
        code: 'NOT_BOOKED',
      });
    },
  );
});
