import { beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#platform/contract/seoul-time.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import {
  countStatuses,
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  postCancel,
  postMove,
  readReservations,
  renewSession,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { Reservation } from '../../contract/reservations.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { reservationEvents, reservations, slotClaims } from '../tables.ts';

const NOW = '2026-11-21T01:00:00Z';
/** 24 hours before the default meeting of `reservationBody`. */
const LIMIT = '2026-11-23T00:00:00.000Z';
const app = await createTestApp({ now: NOW });
const noon = { date: '2026-11-24', time: '12-13' };

const bookedTimes = async (date = '2026-11-24'): Promise<unknown> =>
  (await app.get(`/api/reservation/booked-times?date=${date}`)).json();
const readEvents = () => app.db.select().from(reservationEvents).orderBy(reservationEvents.id);
const listMine = async (member: SignedInMember): Promise<Reservation[]> =>
  (await (await app.get('/api/reservation/my', { token: member.accessToken })).json()) as Reservation[];

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

describe('POST /api/reservation/{id}/cancel', () => {
  it('cancelling keeps the reservation and its history and frees the slot at once', async () => {
    const [member, other] = await insertMembers(app, 2);
    const reservation = await insertReservation(app, member!);
    app.clock.advance(60_000);
    const response = await postCancel(app, member!, reservation.id, ' 일정이 바뀌었습니다. ');
    expect(response.status).toBe(200);
    const cancelled = { ...reservation, state: 'CANCELLED', changeableUntil: null };
    expect(await response.json()).toEqual(cancelled);
    expect(await listMine(member!)).toEqual([cancelled]);
    expect(await readEvents()).toMatchObject([
      {
        reservationId: reservation.id,
        action: 'CANCELLED',
        actor: 'MEMBER',
        actorId: member!.id,
        date: '2026-11-24',
        slot: '09-10',
        reason: '일정이 바뀌었습니다.',
        occurredAt: new Date('2026-11-21T01:01:00Z'),
      },
    ]);
    expect(await bookedTimes()).toEqual([]);
    expect((await postReservation(app, other!)).status).toBe(201);
  });

  it('a cancellation needs no reason', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    const path = `/api/reservation/${id}/cancel`;
    expect((await app.post(path, {}, { token: member.accessToken })).status).toBe(200);
    const response = await app.post(path, { reason: '가'.repeat(201) }, { token: member.accessToken });
    expect(await readError(response)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  });

  it('F-08 repeated and concurrent cancellations are one with the same response', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    const responses = await Promise.all(Array.from({ length: 10 }, () => postCancel(app, member, id)));
    expect(countStatuses(responses)).toEqual({ 200: 10 });
    expect((await postCancel(app, member, id)).status).toBe(200);
    expect(await readEvents()).toHaveLength(1);
  });

  it('F-21 cancelling a reservation that the studio moved meanwhile is rejected with 409', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    const admin = { token: (await insertAdmin(app)).accessToken };
    await app.post(`/api/admin/reservation/${id}/move`, { date: '2026-12-01', time: '12-13' }, admin);
    const send = (date: string, time: string) =>
      app.post(
        `/api/reservation/${id}/cancel`,
        { seen: { state: 'BOOKED', date, time } },
        { token: member.accessToken },
      );
    expect(await readError(await send('2026-11-24', '09-10'))).toMatchObject({
      status: 409,
      code: 'CHANGED_MEANWHILE',
    });
    expect((await listMine(member))[0]).toMatchObject({ state: 'BOOKED', date: '2026-12-01' });
    for (const [date, time] of [
      ['2026-12-01', '12-13'],
      ['2026-11-24', '09-10'],
    ] as const)
      expect((await send(date, time)).status).toBe(200);
  });

  it('F-15 a reservation can be moved and cancelled until 24 hours before the meeting', async () => {
    const member = await insertMember(app);
    const reservation = await insertReservation(app, member);
    expect(reservation.changeableUntil).toBe(LIMIT);
    app.clock.set(LIMIT);
    const late = await renewSession(app, member);
    expect((await listMine(late))[0]?.changeableUntil).toBeNull();
    for (const response of [
      await postCancel(app, late, reservation.id),
      await postMove(app, late, reservation.id, noon),
    ]) {
      expect(await readError(response)).toEqual({
        status: 409,
        code: 'CHANGE_TOO_LATE',
        message: '변경하거나 취소할 수 있는 시간이 지났습니다. 스튜디오로 연락해 주세요.',
      });
    }
    app.clock.set(new Date(Date.parse(LIMIT) - 1));
    expect((await postMove(app, late, reservation.id, noon)).status).toBe(200);
    expect((await postCancel(app, late, reservation.id)).status).toBe(200);
  });

  it.each(['COMPLETED', 'NO_SHOW'] as const)(
    'cancelling a reservation in state %s is rejected with NOT_BOOKED',
    async (state) => {
      const member = await insertMember(app);
      const { id } = await insertReservation(app, member);
      await app.db.update(reservations).set({ state });
      for (const response of [await postCancel(app, member, id), await postMove(app, member, id, noon)])
        expect(await readError(response)).toMatchObject({ status: 409, code: 'NOT_BOOKED' });
      expect(await readEvents()).toEqual([]);
    },
  );

  it('a GET request never cancels a reservation', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    for (const verb of ['cancel', 'move']) {
      const response = await app.get(`/api/reservation/${id}/${verb}`, { token: member.accessToken });
      expect(await readError(response)).toMatchObject({ status: 405 });
    }
  });

  it('S-031 cancelling the reservation of another member or a malformed id is 404', async () => {
    const [member, other] = await insertMembers(app, 2);
    const { id } = await insertReservation(app, member!);
    const admin = await insertAdmin(app);
    for (const stranger of [other!, admin]) {
      const calendar = await app.get(`/api/reservation/${id}/calendar`, { token: stranger.accessToken });
      for (const response of [
        await postCancel(app, stranger, id),
        await postMove(app, stranger, id, noon),
        calendar,
        await postCancel(app, stranger, id + 1_000),
      ])
        expect(await readError(response)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    for (const text of ['0', '-1', 'x']) {
      const path = `/api/reservation/${text}/cancel`;
      expect((await app.post(path, {}, { token: member!.accessToken })).status).toBe(400);
    }
    expect((await listMine(member!))[0]?.state).toBe('BOOKED');
  });
});

describe('after a cancellation', () => {
  it('after a cancellation the member can book the same slot with a new code', async () => {
    const member = await insertMember(app);
    const first = await insertReservation(app, member);
    await postCancel(app, member, first.id);
    const second = await insertReservation(app, member);
    expect(second.reservationCode).not.toBe(first.reservationCode);
    expect((await listMine(member)).map(({ state }) => state)).toEqual(['BOOKED', 'CANCELLED']);
    await readReservations(app);
  });

  it('F-07 an idempotency key returns its cancelled reservation in its current state', async () => {
    const member = await insertMember(app);
    const first = (await (await postReservation(app, member, {}, 'key-1')).json()) as Reservation;
    await postCancel(app, member, first.id);
    const again = await postReservation(app, member, {}, 'key-1');
    expect(again.status).toBe(201);
    expect(await again.json()).toMatchObject({ id: first.id, state: 'CANCELLED' });
    expect(await bookedTimes()).toEqual([]);
  });

  it('cancelled reservations do not count towards the limits', async () => {
    const member = await insertMember(app);
    const [first] = [await insertReservation(app, member), await insertReservation(app, member, noon)];
    expect((await postReservation(app, member, { time: '15-16' })).status).toBe(409);
    await postCancel(app, member, first.id);
    expect((await postReservation(app, member, { time: '15-16' })).status).toBe(201);
    for (let day = 1; day <= 8; day += 1)
      await insertReservation(app, member, { date: addDays('2026-11-24', day) });
    const next = { date: '2026-12-24' };
    expect(await readError(await postReservation(app, member, next))).toMatchObject({
      code: 'BOOKING_LIMIT',
    });
    await postCancel(app, member, (await listMine(member))[0]!.id);
    expect((await postReservation(app, member, next)).status).toBe(201);
  });
});

describe('POST /api/reservation/{id}/move', () => {
  it('moving keeps the reservation and frees the former slot at once', async () => {
    const [member, other] = await insertMembers(app, 2);
    const reservation = await insertReservation(app, member!);
    const response = await postMove(app, member!, reservation.id, { date: '2026-11-26', time: '21-22' });
    expect(response.status).toBe(200);
    const moved = {
      ...reservation,
      date: '2026-11-26',
      time: '21-22',
      changeableUntil: '2026-11-25T12:00:00.000Z',
    };
    expect(await response.json()).toEqual(moved);
    expect(await readEvents()).toMatchObject([
      { action: 'MOVED', actor: 'MEMBER', date: '2026-11-24', slot: '09-10', reason: '' },
    ]);
    expect([await bookedTimes(), await bookedTimes('2026-11-26')]).toEqual([[], ['21-22']]);
    expect((await postReservation(app, other!)).status).toBe(201);
    expect(await readReservations(app)).toHaveLength(2);
  });

  it('moving a reservation to its own slot is harmless, even past the deadline', async () => {
    const member = await insertMember(app);
    const { id, date, time } = await insertReservation(app, member);
    expect((await postMove(app, member, id, { date, time })).status).toBe(200);
    app.clock.set(LIMIT);
    expect((await postMove(app, await renewSession(app, member), id, { date, time })).status).toBe(200);
    expect(await readEvents()).toEqual([]);
  });

  it('F-08 a move sent twice is applied once', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    const responses = await Promise.all([1, 2, 3].map(() => postMove(app, member, id, noon)));
    expect(countStatuses(responses)).toEqual({ 200: 3 });
    expect(await readEvents()).toHaveLength(1);
  });

  it("a move replaces the member's own hold and expired ones but no active hold of others", async () => {
    const [member, other] = await insertMembers(app, 2);
    const { id } = await insertReservation(app, member!);
    await insertHold(app, member!, { ...noon, date: '2026-11-25' });
    expect((await postMove(app, member!, id, { ...noon, date: '2026-11-25' })).status).toBe(200);
    await insertHold(app, other!, noon);
    expect(await readError(await postMove(app, member!, id, noon))).toMatchObject({ code: 'SLOT_TAKEN' });
    app.clock.advance(10 * 60_000);
    expect((await postMove(app, await renewSession(app, member!), id, noon)).status).toBe(200);
    expect(await readReservations(app)).toHaveLength(1);
    expect(await app.db.select().from(slotClaims)).toHaveLength(1);
  });

  it.each([
    [{ date: '2026-11-20', time: '09-10' }, 400, 'DATE_UNAVAILABLE'],
    [{ date: '2027-11-22', time: '09-10' }, 400, 'DATE_UNAVAILABLE'],
    [{ date: '2026-11-21', time: '09-10' }, 400, 'SLOT_PAST'],
    [{ date: '2026-11-25', time: '09-10' }, 409, 'SLOT_TAKEN'],
    [{ date: '2026-11-26', time: '15-16' }, 409, 'BOOKING_DAY_LIMIT'],
    [{ date: '2026-02-30', time: '15-16' }, 400, 'INVALID_INPUT'],
  ])('to %j answers %i %s and leaves everything as it was', async (target, status, code) => {
    const [member, other] = await insertMembers(app, 2);
    const { id } = await insertReservation(app, member!);
    await insertReservation(app, other!, { date: '2026-11-25' });
    for (const time of ['09-10', '12-13'])
      await insertReservation(app, member!, { date: '2026-11-26', time });
    expect(await readError(await postMove(app, member!, id, target))).toMatchObject({ status, code });
    expect(await bookedTimes()).toEqual(['09-10']);
    expect(await readEvents()).toEqual([]);
    await readReservations(app);
  });

  it('moving is possible within a full date and with ten reservations', async () => {
    const member = await insertMember(app);
    const { id } = await insertReservation(app, member);
    await insertReservation(app, member, noon);
    for (let day = 1; day <= 8; day += 1)
      await insertReservation(app, member, { date: addDays('2026-11-24', day) });
    expect((await postMove(app, member, id, { date: '2026-11-24', time: '18-19' })).status).toBe(200);
    expect((await postMove(app, member, id, { date: '2026-12-24', time: '18-19' })).status).toBe(200);
  });

  it('moving is possible when reopened reservations exceed the limits', async () => {
    const member = await insertMember(app);
    const admin = { token: (await insertAdmin(app)).accessToken };
    const booked: Reservation[] = [];
    for (const time of ['09-10', '12-13', '15-16']) {
      const reservation = await insertReservation(app, member, { time });
      await postCancel(app, member, reservation.id);
      booked.push(reservation);
    }
    for (let day = 1; day <= 8; day += 1)
      await insertReservation(app, member, { date: addDays('2026-11-24', day) });
    for (const { id } of booked)
      expect((await app.post(`/api/admin/reservation/${id}/state`, { state: 'BOOKED' }, admin)).status).toBe(
        200,
      );
    const { id } = booked[0]!;
    expect((await postMove(app, member, id, { date: '2026-11-24', time: '18-19' })).status).toBe(200);
    expect((await postMove(app, member, id, { date: '2026-12-24', time: '18-19' })).status).toBe(200);
    const back = await postMove(app, member, id, { date: '2026-11-24', time: '18-19' });
    expect(await readError(back)).toMatchObject({ code: 'BOOKING_DAY_LIMIT' });
  });

  it('two reservations swapping slots both succeed or both fail', async () => {
    const [member, other] = await insertMembers(app, 2);
    const [first, second] = [
      await insertReservation(app, member!),
      await insertReservation(app, other!, noon),
    ];
    const results = await Promise.all([
      postMove(app, member!, first.id, noon),
      postMove(app, other!, second.id, { date: first.date, time: first.time }),
    ]);
    expect(countStatuses(results)).toEqual({ 409: 2 });
    await readReservations(app);
  });
});

describe('F-01 F-21 concurrent changes', () => {
  it('50 concurrent cancellations, moves and reservations of one slot leave one owner', async () => {
    const days = Array.from({ length: 10 }, (_, day) => addDays('2026-12-01', day));
    const owner = await insertMember(app);
    const movers = await insertMembers(app, 16);
    const bookers = await insertMembers(app, 16);
    const contested = { date: '2026-11-24', time: '09-10' };
    const own = await insertReservation(app, owner, contested);
    const places = days.flatMap((date) => defaultSlots.map((time) => ({ date, time })));
    const theirs = await Promise.all(
      movers.map((member, index) => insertReservation(app, member, places[index])),
    );
    const responses = await Promise.all([
      ...Array.from({ length: 18 }, () => postCancel(app, owner, own.id)),
      ...movers.map((member, index) => postMove(app, member, theirs[index]!.id, contested)),
      ...bookers.map((member) => postReservation(app, member, contested)),
    ]);
    expect(countStatuses(responses.slice(0, 18))).toEqual({ 200: 18 });
    const won = responses.slice(18).filter(({ status }) => status === 200 || status === 201);
    expect(won.length).toBeLessThanOrEqual(1);
    for (const { status } of responses) expect([200, 201, 409]).toContain(status);
    const booked = (await readReservations(app)).filter(({ state }) => state === 'BOOKED');
    expect(booked.filter(({ date }) => date === contested.date)).toHaveLength(won.length);
    // Reservations that were not moved are unchanged.
    expect(booked.filter(({ memberId }) => movers.some(({ id }) => id === memberId))).toHaveLength(16);
  });

  it('a concurrent cancellation and move of one reservation have a consistent history', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await insertMember(app);
      const { id } = await insertReservation(app, member, { date: `2026-12-1${round}` });
      const target = { date: `2026-12-2${round}`, time: '15-16' };
      const [cancelled, moved] = await Promise.all([
        postCancel(app, member, id),
        postMove(app, member, id, target),
      ]);
      expect(cancelled.status).toBe(200);
      expect([200, 409]).toContain(moved.status);
      const reservation = (await readReservations(app)).find((row) => row.id === id);
      expect(reservation?.state).toBe('CANCELLED');
      expect(reservation?.date === target.date).toBe(moved.status === 200);
    }
  });

  it('of concurrent cancellations by member and studio one is recorded', async () => {
    const admin = { token: (await insertAdmin(app)).accessToken };
    for (let round = 0; round < 5; round += 1) {
      const member = await insertMember(app);
      const { id } = await insertReservation(app, member, { date: `2026-12-1${round}` });
      const results = await Promise.all([
        postCancel(app, member, id),
        app.post(`/api/admin/reservation/${id}/state`, { state: 'CANCELLED' }, admin),
      ]);
      expect(countStatuses(results)).toEqual({ 200: 2 });
      expect((await readEvents()).filter(({ reservationId }) => reservationId === id)).toHaveLength(1);
    }
    await readReservations(app);
  });
});
