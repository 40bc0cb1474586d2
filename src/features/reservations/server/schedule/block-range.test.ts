import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { insertPhoneReservation, createAdminClient } from '#test/factories/admin-client.ts';
import { insertMember } from '#test/factories/members.ts';
import {
  insertReservation,
  insertHold,
  insertMembers,
  postReservation,
  postMove,
  readReservations,
} from '#test/factories/reservations.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import type { AdminReservation } from '../../contract/admin-reservations.ts';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { defaultSlots } from '../../contract/slots.ts';
import { reservations, slotClaims } from '../tables.ts';

const NOW = '2026-11-21T01:00:00Z';
const PATH = '/api/admin/reservation';
/** Rounds of blocks beside moves. */
const ROUNDS = process.env.TEST_FULL === undefined ? 1 : 3;
const app = await createTestApp({ now: NOW });
const studio = await createAdminClient(app);

const holidays = { from: '2026-12-24', to: '2026-12-26', timeSlots: ['09-10', '12-13'] };
const block = (body: unknown = holidays, by = studio) => by.post(`${PATH}/block-range`, body);
const unblock = (body: unknown = holidays, by = studio) => by.post(`${PATH}/unblock-range`, body);
const outcomeOf = async (response: Response) => {
  expect(response.status).toBe(200);
  const { blockedAt: _, ...outcome } = (await response.json()) as {
    changed: number;
    collisions: AdminReservation[];
    blockedAt?: string;
  };
  return outcome;
};
const claimsOf = (kind: 'BOOKED' | 'BLOCKED' | 'HELD') =>
  app.db
    .select()
    .from(slotClaims)
    .where(eq(slotClaims.kind, kind))
    .orderBy(asc(slotClaims.date), asc(slotClaims.slot));
const monthOf = (month: string) => studio.getJson<ScheduleDay[]>(`${PATH}/schedule?month=${month}`);
const slotOf = (days: readonly ScheduleDay[], date: string, time: string) =>
  days.find((day) => day.date === date)?.slots.find((slot) => slot.time === time);

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
  await app.db.delete(adminAuditLog);
});

describe('blocking a range', () => {
  it('blocking a range blocks every slot of every day, idempotently', async () => {
    expect(await outcomeOf(await block())).toEqual({ changed: 6, collisions: [] });
    expect(await outcomeOf(await block())).toEqual({ changed: 0, collisions: [] });
    expect((await claimsOf('BLOCKED')).map(({ date, slot }) => `${date} ${slot}`)).toEqual([
      '2026-12-24 09-10',
      '2026-12-24 12-13',
      '2026-12-25 09-10',
      '2026-12-25 12-13',
      '2026-12-26 09-10',
      '2026-12-26 12-13',
    ]);
  });

  it('blocking a range keeps and reports conflicting reservations, soonest first', async () => {
    const member = await insertMember(app, { name: '성탄손님' });
    const later = await insertReservation(app, member, { date: '2026-12-26', time: '09-10' });
    const sooner = await insertPhoneReservation(studio, { date: '2026-12-24', time: '12-13' });
    await insertReservation(app, member, { date: '2026-12-25', time: '21-22' });
    const { changed, collisions: conflicts } = await outcomeOf(await block());
    expect(changed).toBe(4);
    expect(conflicts.map(({ id }) => id)).toEqual([sooner.id, later.id]);
    expect(conflicts[1]).toMatchObject({ memberName: '성탄손님', isGuest: false, state: 'BOOKED' });
    await readReservations(app);
    const query = 'from=2026-12-24&to=2026-12-26&timeSlots=09-10&timeSlots=12-13';
    expect(await studio.getJson(`${PATH}/collisions?${query}`)).toEqual(conflicts);
    // 26 December 2026 is a Saturday.
    expect(await studio.getJson(`${PATH}/collisions?${query}&weekday=6`)).toEqual(conflicts.slice(1));
    expect(await studio.getJson(`${PATH}/collisions?from=2026-12-24&to=2026-12-26&timeSlots=15-16`)).toEqual(
      [],
    );
  });

  it('blocking a range replaces holds', async () => {
    const [member, late] = await insertMembers(app, 2);
    await insertHold(app, late!, { date: '2026-12-24', time: '09-10' });
    app.clock.advance(600_000);
    await insertHold(app, member!, { date: '2026-12-25', time: '09-10' });
    expect(await outcomeOf(await block())).toEqual({ changed: 6, collisions: [] });
    expect(await claimsOf('HELD')).toEqual([]);
    expect((await postReservation(app, member!, { date: '2026-12-25', time: '09-10' })).status).toBe(409);
  });

  it('a range may span a year but not more', async () => {
    const year = { from: '2026-11-21', to: '2027-11-21', timeSlots: defaultSlots };
    expect(await outcomeOf(await block(year))).toMatchObject({ changed: 366 * 5 });
    expect(await outcomeOf(await unblock(year))).toEqual({ changed: 366 * 5 });
    for (const send of [block, unblock])
      expect(await readError(await send({ ...year, to: '2027-11-22' }))).toMatchObject({
        status: 400,
        message: '기간을 확인해 주세요. 한 번에 1년까지 선택할 수 있습니다.',
      });
  });

  it('a range that ends before it starts is reported without a length error', async () => {
    const reversed = { ...holidays, from: '2026-12-27' };
    const query = 'from=2026-12-27&to=2026-12-26&timeSlots=09-10';
    for (const response of [
      await block(reversed),
      await unblock(reversed),
      await studio.get(`${PATH}/collisions?${query}`),
    ])
      expect(await readError(response)).toMatchObject({
        status: 400,
        message: '종료일이 시작일보다 빠릅니다.',
      });
  });

  it.each([
    [{ from: '2026-11-20' }, 'DATE_UNAVAILABLE'],
    [{ from: '2026-12-27' }, 'INVALID_INPUT'],
    [{ timeSlots: [] }, 'INVALID_INPUT'],
    [{ timeSlots: ['09-11'] }, 'INVALID_INPUT'],
    [{ to: '2026-02-30' }, 'INVALID_INPUT'],
  ])('%j answers 400', async (changes, code) => {
    expect(await readError(await block({ ...holidays, ...changes }))).toMatchObject({ status: 400, code });
    expect(await claimsOf('BLOCKED')).toEqual([]);
  });

  it('of a range only the given days are blocked, searched for conflicts and unblocked', async () => {
    const member = await insertMember(app);
    await insertReservation(app, member, { date: '2026-12-25', time: '09-10' });
    const apart = { from: '2026-12-24', to: '2026-12-28', days: ['2026-12-24', '2026-12-28'] };
    expect(await outcomeOf(await block(apart))).toEqual({ changed: 10, collisions: [] });
    expect(new Set((await claimsOf('BLOCKED')).map(({ date }) => date))).toEqual(new Set(apart.days));
    const query = 'from=2026-12-24&to=2026-12-28&days=2026-12-24';
    expect(await studio.getJson(`${PATH}/collisions?${query}`)).toEqual([]);
    expect(await studio.getJson(`${PATH}/collisions?${query}&days=2026-12-25`)).toHaveLength(1);
    expect(await outcomeOf(await unblock({ ...apart, days: ['2026-12-28'] }))).toEqual({ changed: 5 });
  });

  it('the undo of a block frees what it blocked, and gives slots back to a recurring closure', async () => {
    await outcomeOf(await block({ from: '2026-12-24', to: '2026-12-24', timeSlots: ['09-10'] }));
    // 25 December 2026 is a Friday.
    const closure = { weekday: 5, timeSlots: ['12-13'], from: '2026-12-25', until: '2026-12-25' };
    const { closure: friday } = (await (await studio.post('/api/admin/closure', closure)).json()) as {
      closure: { id: number };
    };
    const before = (await claimsOf('BLOCKED')).map(({ date, slot, closureId }) => [date, slot, closureId]);
    expect(before).toEqual([
      ['2026-12-24', '09-10', null],
      ['2026-12-25', '12-13', friday.id],
    ]);
    app.clock.advance(1_000);
    const { blockedAt } = (await (await block()).json()) as { blockedAt: string };
    app.clock.advance(1_000);
    await outcomeOf(await block({ ...holidays, timeSlots: ['15-16'] }));
    expect(await outcomeOf(await unblock({ ...holidays, blockedAt }))).toEqual({ changed: 4 });
    const after = (await claimsOf('BLOCKED')).filter(({ slot }) => slot !== '15-16');
    expect(after.map(({ date, slot, closureId }) => [date, slot, closureId])).toEqual(before);
    await studio.delete(`/api/admin/closure/${friday.id}`);
  });

  it('a reason that is given later reaches the slots that were blocked before', async () => {
    await block();
    await block({ ...holidays, note: '휴가' });
    expect((await claimsOf('BLOCKED')).map(({ note }) => note)).toEqual(Array(6).fill('휴가'));
  });

  it('blocking and unblocking a range are audited with one entry each, without the reason, which the slots keep', async () => {
    await block({ ...holidays, note: '휴가' });
    expect((await claimsOf('BLOCKED')).map(({ note }) => note)).toEqual(Array(6).fill('휴가'));
    await unblock();
    const entries = await app.db.select().from(adminAuditLog).orderBy(asc(adminAuditLog.id));
    expect(JSON.stringify(entries)).not.toContain('휴가');
    expect(entries).toMatchObject([
      {
        action: 'BLOCK_RANGE',
        target: 'slots:2026-12-24..2026-12-26',
        after: { ...holidays, changed: 6 },
      },
      {
        action: 'UNBLOCK_RANGE',
        target: 'slots:2026-12-24..2026-12-26',
        before: { ...holidays, changed: 6 },
      },
    ]);
  });
});

describe('F-02 unblocking a range', () => {
  it('unblocking a range frees blocked slots but no reservations or holds', async () => {
    const [member, holder] = await insertMembers(app, 2);
    await insertReservation(app, member!, { date: '2026-12-25', time: '09-10' });
    await insertHold(app, holder!, { date: '2026-12-26', time: '12-13' });
    await block({ ...holidays, to: '2026-12-25' });
    expect(await outcomeOf(await unblock())).toEqual({ changed: 3 });
    expect(await claimsOf('BLOCKED')).toEqual([]);
    expect(await claimsOf('HELD')).toHaveLength(1);
    expect(await readReservations(app)).toHaveLength(1);
  });

  it('unblocking concurrently with blocks and reservations keeps every reservation', async () => {
    const crowd = await insertMembers(app, 12);
    const second = await createAdminClient(app);
    for (let round = 0; round < 5; round += 1) {
      const range = { from: '2026-12-20', to: '2026-12-29', timeSlots: ['15-16', '18-19'] };
      const responses = await Promise.all([
        block(range),
        unblock(range, second),
        block(range, second),
        unblock(range),
        ...crowd.map((member, index) =>
          postReservation(app, member, { date: `2026-12-2${index % 10}`, time: '15-16' }),
        ),
      ]);
      const booked = responses.slice(4).filter(({ status }) => status === 201);
      for (const { status } of responses.slice(0, 4)) expect(status).toBe(200);
      for (const { status } of responses.slice(4)) expect([201, 409]).toContain(status);
      expect(await readReservations(app)).toHaveLength(booked.length);
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
    }
  });
});

describe('F-06 blocking a range concurrently', () => {
  it('blocking a range concurrently with moves fails for nobody and keeps every reservation', async () => {
    const members = await insertMembers(app, 8);
    const days = { from: '2027-01-04', to: '2027-01-19', timeSlots: ['12-13'] };
    const dayOf = (index: number) => `2027-01-${String(4 + index).padStart(2, '0')}`;
    for (let round = 0; round < ROUNDS; round += 1) {
      const booked = await Promise.all(
        members.map((member, index) =>
          insertReservation(app, member, { date: dayOf(15 - index), time: '12-13' }),
        ),
      );
      const responses = await Promise.all([
        ...members.map((member, index) =>
          postMove(app, member, booked[index]!.id, { date: dayOf(index), time: '12-13' }),
        ),
        block(days),
        block(days),
      ]);
      for (const { status } of responses.slice(0, 8)) expect([200, 409]).toContain(status);
      expect(responses.slice(8).map(({ status }) => status)).toEqual([200, 200]);
      expect(await readReservations(app)).toHaveLength(8);
      await app.db.delete(slotClaims);
      await app.db.delete(reservations);
    }
  });
});

describe('the schedule of a month', () => {
  it('the schedule shows the owner of every slot', async () => {
    const [member, holder] = await insertMembers(app, 2);
    const reservation = await insertReservation(app, member!, { date: '2026-11-24' });
    await studio.post(`${PATH}/block-time`, { date: '2026-11-24', timeSlot: '12-13' });
    await insertHold(app, holder!, { date: '2026-11-24', time: '15-16' });
    const month = await monthOf('2026-11');
    expect(month).toHaveLength(30);
    expect(month.every((day) => day.slots.length === 5)).toBe(true);
    expect(slotOf(month, '2026-11-24', '09-10')).toEqual({
      time: '09-10',
      state: 'BOOKED',
      isPast: false,
      reservation: { ...reservation, memberName: member!.name, isGuest: false },
      isCancelled: false,
      closureId: null,
      note: '',
    });
    expect(slotOf(month, '2026-11-24', '12-13')).toMatchObject({ state: 'BLOCKED', reservation: null });
    expect(slotOf(month, '2026-11-24', '15-16')).toMatchObject({ state: 'HELD', reservation: null });
    expect(slotOf(month, '2026-11-24', '18-19')).toMatchObject({ state: 'FREE', reservation: null });
    expect(slotOf(month, '2026-11-21', '09-10')).toMatchObject({ state: 'FREE', isPast: true });
    expect(slotOf(month, '2026-11-21', '12-13')).toMatchObject({ isPast: false });
    app.clock.advance(600_000);
    expect(slotOf(await monthOf('2026-11'), '2026-11-24', '15-16')).toMatchObject({ state: 'FREE' });
  });

  it('the schedule shows past months with the outcome of reservations', async () => {
    const reservation = await insertReservation(app, await insertMember(app), { date: '2026-11-24' });
    app.clock.set('2027-03-01T00:00:00Z');
    await studio.post(`${PATH}/${reservation.id}/state`, { state: 'COMPLETED' });
    expect(slotOf(await monthOf('2026-11'), '2026-11-24', '09-10')).toMatchObject({
      state: 'BOOKED',
      isPast: true,
      reservation: { id: reservation.id, state: 'COMPLETED', changeableUntil: null },
    });
  });

  it('the schedule tells a cancelled reservation from a free slot until another takes its place', async () => {
    const [member, other] = await insertMembers(app, 2);
    const reservation = await insertReservation(app, member!, { date: '2026-11-24' });
    await studio.post(`${PATH}/${reservation.id}/state`, { state: 'CANCELLED' });
    const cellOf = async () => slotOf(await monthOf('2026-11'), '2026-11-24', '09-10');
    expect(await cellOf()).toMatchObject({ state: 'FREE', isCancelled: true });
    expect(slotOf(await monthOf('2026-11'), '2026-11-24', '12-13')).toMatchObject({ isCancelled: false });
    await insertReservation(app, other!, { date: '2026-11-24' });
    expect(await cellOf()).toMatchObject({ state: 'BOOKED', isCancelled: false });
  });

  it('the schedule names public holidays and has the right number of days', async () => {
    const december = await monthOf('2026-12');
    expect(december.find(({ date }) => date === '2026-12-25')?.holiday).toMatch(
      /성탄절|기독탄신일|크리스마스/,
    );
    expect(december.find(({ date }) => date === '2026-12-24')?.holiday).toBeNull();
    expect(await monthOf('2028-02')).toHaveLength(29);
    expect(await monthOf('2027-02')).toHaveLength(28);
  });

  it.each(['', 'month=2026-13', 'month=2026-1', 'month=2026-11-01', 'month=2026-11&month=2026-12'])(
    'the schedule of %j is rejected with 400',
    async (query) => {
      expect((await studio.get(`${PATH}/schedule?${query}`)).status).toBe(400);
    },
  );
});
