import { randomInt } from 'node:crypto';
import { and, asc, eq, gte } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { studioSettingVersions } from '#core/content/server/tables.ts';
import { addDays, isoWeekday } from '#platform/contract/seoul-time.ts';
import { publishHours, sameHours } from '#test/factories/hours.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  insertHold,
  insertMembers,
  insertReservation,
  postHold,
  postMove,
  postReservation,
  readReservations,
} from '#test/factories/reservations.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { waitUntilBlocking } from '#test/wait-until-blocking.ts';
import type { AdminReservation } from '../../contract/admin-reservations.ts';
import { weekdayNames, type MeetingHours } from '../../contract/meeting-hours.ts';
import type { AvailableDay } from '../../contract/reservations.ts';
import type { ScheduleDay } from '../../contract/schedule.ts';
import { defaultSlots, overlaps } from '../../contract/slots.ts';
import { insertReservation as insertReservationRow } from '../booking/book.ts';
import { reservations, slotClaims, slotPlans } from '../tables.ts';
import { changeHours, insertPlans } from './change-hours.ts';

const NOW = '2026-11-21T01:00:00Z';
const TOMORROW = '2026-11-22';
/** Changes of hours while reservations are made, and the days that these are for. */
const [CHANGES, DAYS] = process.env.TEST_FULL === undefined ? [5, 10] : [50, 20];
/** A Tuesday. */
const DATE = '2026-11-24';
const app = await createTestApp({ now: NOW });
const admin = await insertAdmin(app);
const { accessToken: token } = admin;

const readJson = async <Value>(path: string): Promise<Value> => {
  const response = await app.get(path, { token });
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
};
const bookedTimes = (date = DATE) => readJson<string[]>(`/api/reservation/booked-times?date=${date}`);
const availableSlots = async (date = DATE) => {
  const days = await readJson<AvailableDay[]>(`/api/reservation/availability?month=${date.slice(0, 7)}`);
  return Object.fromEntries(
    days.find((day) => day.date === date)?.slots.map(({ time, state }) => [time, state]) ?? [],
  );
};
const scheduleOf = async (date = DATE) => {
  const days = await readJson<ScheduleDay[]>(`/api/admin/reservation/schedule?month=${date.slice(0, 7)}`);
  return days.find((day) => day.date === date)?.slots.map(({ time, state }) => `${time} ${state}`);
};
const findConflicts = async (hours: MeetingHours): Promise<number[]> => {
  const response = await app.post('/api/admin/reservation/hours-collisions', hours, { token });
  expect(response.status).toBe(200);
  return ((await response.json()) as AdminReservation[]).map(({ id }) => id);
};
const publish = async (hours: MeetingHours, kept: readonly number[] = []): Promise<void> => {
  const response = await publishHours(app, admin, hours, kept);
  if (response.status !== 200) throw new Error(`not published: ${await response.text()}`);
};

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
  await app.db.delete(slotPlans);
  await insertPlans(app.db, sameHours(NOW, [...defaultSlots]), null);
});

describe('meeting hours', () => {
  it('other slots are booked by their own name, and the missing default slots are listed as taken', async () => {
    await publish(sameHours(TOMORROW, ['09-10', '10:30-11:10', '15-16']));
    expect(await bookedTimes()).toEqual(['12-13', '18-19', '21-22']);
    expect(await availableSlots()).toEqual({ '09-10': 'FREE', '10:30-11:10': 'FREE', '15-16': 'FREE' });
    const [member, other] = await insertMembers(app, 2);
    for (const send of [postReservation, postHold])
      for (const time of ['12-13', '10-11'])
        expect(await readError(await send(app, member!, { date: DATE, time }))).toMatchObject({
          status: 400,
          code: 'SLOT_NOT_OFFERED',
          message: '지금은 예약을 받지 않는 시간입니다. 다른 시간을 선택해 주세요.',
        });
    await insertHold(app, other!, { date: DATE, time: '10:30-11:10' });
    expect((await postReservation(app, member!, { time: '10:30-11:10' })).status).toBe(409);
    const reservation = await insertReservation(app, other!, { time: '10:30-11:10' });
    expect(reservation.time).toBe('10:30-11:10');
    expect(await bookedTimes()).toEqual(['10:30-11:10', '12-13', '18-19', '21-22']);
  });

  it('each weekday has its own slots, and a weekday without slots is closed', async () => {
    await publish({ ...sameHours(TOMORROW, ['13-14']), tuesday: ['10-11'], sunday: [] });
    expect(await availableSlots('2026-11-23')).toEqual({ '13-14': 'FREE' });
    expect(await availableSlots('2026-11-24')).toEqual({ '10-11': 'FREE' });
    expect(await availableSlots('2026-11-29')).toEqual({});
    expect(await bookedTimes('2026-11-29')).toEqual(defaultSlots);
    const hours = await readJson<{ weekday: number; slots: string[] }[]>('/api/studio/hours');
    expect(hours.map(({ slots }) => slots)).toEqual([
      ['13-14'],
      ['10-11'],
      ['13-14'],
      ['13-14'],
      ['13-14'],
      ['13-14'],
      [],
    ]);
  });

  it('hours apply from their date on, and replace hours that were to start later', async () => {
    await publish(sameHours('2026-12-10', ['08-09']));
    await publish(sameHours('2026-12-01', ['10-11']));
    expect(await availableSlots('2026-11-30')).toHaveProperty('09-10');
    expect(await availableSlots('2026-12-01')).toEqual({ '10-11': 'FREE' });
    expect(await availableSlots('2026-12-11')).toEqual({ '10-11': 'FREE' });
  });

  it.each(['2026-11-21', '2026-11-20'])(
    'hours cannot apply from %s, which is not after today',
    async (date) => {
      expect(await readError(await publishHours(app, admin, sameHours(date, ['10-11'])))).toMatchObject({
        status: 400,
        message: '내일부터 바꿀 수 있습니다. 날짜를 확인해 주세요.',
      });
      expect(await availableSlots()).toHaveProperty('09-10');
    },
  );

  it.each([
    ['overlapping slots', ['10-11', '10:30-11:30'], '서로 겹치는 시간이 있습니다.'],
    ['a slot off the grid', ['10:05-11:00'], '회의 시간을 선택해 주세요.'],
    ['a slot that ends before it starts', ['11-10'], '회의 시간을 선택해 주세요.'],
  ])('hours with %s are refused', async (_, slots, message) => {
    expect(await readError(await publishHours(app, admin, sameHours(TOMORROW, slots)))).toMatchObject({
      status: 400,
      message,
    });
  });

  it('blocks and closures follow the hours of their day', async () => {
    await publish({ ...sameHours(TOMORROW, ['10-11', '11:30-12:30']), wednesday: ['14-15'] });
    const range = { from: DATE, to: addDays(DATE, 1) };
    const response = await app.post('/api/admin/reservation/block-range', range, { token });
    expect(await response.json()).toMatchObject({ changed: 3 });
    expect(await bookedTimes()).toEqual([
      '09-10',
      '10-11',
      '11:30-12:30',
      '12-13',
      '15-16',
      '18-19',
      '21-22',
    ]);
    expect(await scheduleOf(addDays(DATE, 1))).toEqual(['14-15 BLOCKED']);
    const closure = { weekday: 4, timeSlots: ['11:30-12:30'], from: DATE };
    expect((await app.post('/api/admin/closure', closure, { token })).status).toBe(201);
    expect(await availableSlots('2026-11-26')).toEqual({ '10-11': 'FREE', '11:30-12:30': 'TAKEN' });
  });
});

it('a block of a time that new hours do not offer leaves the schedule, unless it takes an offered time', async () => {
  await app.post('/api/admin/reservation/block-range', { from: DATE, to: DATE }, { token });
  await publish(sameHours(TOMORROW, ['15:30-16:30', '20-21']));
  expect(await scheduleOf()).toEqual(['15-16 BLOCKED', '20-21 FREE']);
  await publish(sameHours(TOMORROW, []));
  expect(await scheduleOf()).toEqual([]);
});

describe('reservations that new hours do not offer', () => {
  it('they are listed, and the hours are refused until each is kept', async () => {
    const [member, other] = await insertMembers(app, 2);
    const fits = await insertReservation(app, member!, { time: '09-10' });
    const conflicting = await insertReservation(app, other!, { time: '15-16' });
    const hours = sameHours(TOMORROW, ['09-10', '15:30-16:30']);
    expect(await findConflicts(hours)).toEqual([conflicting.id]);
    for (const kept of [[], [fits.id], [fits.id, conflicting.id]])
      expect(await readError(await publishHours(app, admin, hours, kept))).toMatchObject({
        status: 409,
        code: 'RESERVATIONS_COLLIDE',
      });
    expect(await availableSlots()).toHaveProperty('18-19');
    await publish(hours, [conflicting.id]);
    // Its window survives that day alone.
    expect(await bookedTimes()).toEqual(['09-10', '12-13', '15-16', '15:30-16:30', '18-19', '21-22']);
    expect(await availableSlots()).toEqual({ '09-10': 'TAKEN', '15:30-16:30': 'TAKEN' });
    expect(await availableSlots(addDays(DATE, 1))).toEqual({ '09-10': 'FREE', '15:30-16:30': 'FREE' });
    expect(await scheduleOf()).toEqual(['09-10 BOOKED', '15-16 BOOKED']);
    const late = await insertMember(app);
    expect((await postReservation(app, late, { time: '15:30-16:30' })).status).toBe(409);
    expect((await postHold(app, late, { date: DATE, time: '15:30-16:30' })).status).toBe(409);
    await readReservations(app);
  });

  it('a kept reservation can be moved to a slot that overlaps its own', async () => {
    const member = await insertMember(app);
    const reservation = await insertReservation(app, member, { time: '15-16' });
    await publish(sameHours(TOMORROW, ['15:30-16:30']), [reservation.id]);
    const response = await postMove(app, member, reservation.id, { date: DATE, time: '15:30-16:30' });
    expect(response.status).toBe(200);
    expect(await scheduleOf()).toEqual(['15:30-16:30 BOOKED']);
  });

  it('a kept reservation that is cancelled frees the slots it overlapped, and is reopened while they are free', async () => {
    const [member, other] = await insertMembers(app, 2);
    const reservation = await insertReservation(app, member!, { time: '15-16' });
    await publish(sameHours(TOMORROW, ['15:30-16:30']), [reservation.id]);
    const setState = (state: string) =>
      app.post(`/api/admin/reservation/${reservation.id}/state`, { state }, { token });
    expect((await setState('CANCELLED')).status).toBe(200);
    expect(await scheduleOf()).toEqual(['15:30-16:30 FREE']);
    expect((await setState('BOOKED')).status).toBe(200);
    expect(await scheduleOf()).toEqual(['15-16 BOOKED']);
    expect((await setState('CANCELLED')).status).toBe(200);
    await insertReservation(app, other!, { time: '15:30-16:30' });
    expect(await readError(await setState('BOOKED'))).toMatchObject({ status: 409, code: 'SLOT_TAKEN' });
    await readReservations(app);
  });

  it('holds of slots that are offered no more end with the change, and their booking names the reason', async () => {
    const member = await insertMember(app);
    await insertHold(app, member, { date: DATE, time: '15-16' });
    await publish(sameHours(TOMORROW, ['15:30-16:30']));
    expect(await app.db.$count(slotClaims)).toBe(0);
    for (const send of [postReservation, postHold])
      expect(await readError(await send(app, member, { date: DATE, time: '15-16' }))).toMatchObject({
        code: 'SLOT_NOT_OFFERED',
      });
    expect((await postReservation(app, member, { time: '15:30-16:30' })).status).toBe(201);
  });
});

describe('the database', () => {
  it('refuses plans that overlap in slot and dates', async () => {
    const overlapping = { weekday: 2, slot: '09:30-10:30' };
    await expect(app.db.insert(slotPlans).values(overlapping)).rejects.toThrow();
    await app.db.update(slotPlans).set({ effectiveUntil: DATE }).where(eq(slotPlans.slot, '09-10'));
    const later = { ...overlapping, effectiveFrom: addDays(DATE, 1) };
    await app.db.insert(slotPlans).values(later);
    await expect(app.db.insert(slotPlans).values({ ...later, slot: '10-11' })).rejects.toThrow();
    await app.db.insert(slotPlans).values({ ...later, slot: '10:30-11:30' });
  });

  it('refuses claims that overlap', async () => {
    const claim = { date: DATE, kind: 'BLOCKED' } as const;
    await app.db.insert(slotClaims).values({ ...claim, slot: '09-10' });
    await expect(app.db.insert(slotClaims).values({ ...claim, slot: '09:50-10:50' })).rejects.toThrow();
    await app.db.insert(slotClaims).values({ ...claim, slot: '10-11' });
    await app.db.insert(slotClaims).values({ ...claim, slot: '23-24' });
  });
});

const pick = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;
const windows = [
  '09-10',
  '09:30-10:30',
  '10-11',
  '12-13',
  '12:20-13:00',
  '15-16',
  '15:50-16:50',
  '18-19',
  '21-22',
];

/** Random slots without overlaps. */
const randomSlots = (): string[] => {
  const chosen: string[] = [];
  for (const slot of windows)
    if (randomInt(2) === 0 && !chosen.some((other) => overlaps(slot, other))) chosen.push(slot);
  return chosen;
};

const offers = (hours: MeetingHours, date: string, slot: string): boolean =>
  hours[weekdayNames[isoWeekday(date) - 1] ?? 'monday'].includes(slot);

describe('reservations during changes of hours', () => {
  it('a change of hours waits for a reservation that has claimed its slot, and then lists it', async () => {
    const member = await insertMember(app);
    const values = {
      code: 'K7Q2M-9XH4T',
      memberId: member.id,
      date: DATE,
      slot: '15-16',
      createdAt: new Date(NOW),
    };
    const details = { shootType: 'FOOD', desiredShootDate: '내년', location: '서울', notes: '' } as const;
    const hours = sameHours(TOMORROW, ['10-11']);
    let published: Promise<Response> | undefined;
    await app.db.transaction(async (tx) => {
      await insertReservationRow(tx, { ...values, ...details });
      published = publishHours(app, admin, hours);
      await waitUntilBlocking(tx);
    });
    expect(await readError(await published!)).toMatchObject({ status: 409, code: 'RESERVATIONS_COLLIDE' });
  });

  it('a reservation waits for a change of hours that is being saved, and is refused when they do not offer it', async () => {
    const member = await insertMember(app);
    let booked: Promise<Response> | undefined;
    await app.db.transaction(async (tx) => {
      await changeHours(tx, sameHours(TOMORROW, ['10-11']), [], new Date(NOW));
      booked = postReservation(app, member, { time: '15-16' });
      await waitUntilBlocking(tx);
    });
    expect((await booked!).status).toBe(400);
    expect(await readReservations(app)).toEqual([]);
  });

  it('ten reservations during each of many changes: each change lists exactly the reservations that it does not offer', async () => {
    const members = await insertMembers(app, 100);
    const dates = Array.from({ length: DAYS }, (_, day) => addDays(DATE, day));
    const statuses: number[] = [];
    const book = async (index: number): Promise<void> => {
      const meeting = { date: pick(dates), time: pick(windows), notes: String(index) };
      statuses.push((await postReservation(app, members[index % members.length]!, meeting)).status);
    };
    const change = async (): Promise<void> => {
      const hours: MeetingHours = sameHours(pick(dates.slice(0, 5)), []);
      for (const name of weekdayNames) hours[name] = randomSlots();
      let listed: number[];
      do listed = await findConflicts(hours);
      while ((await publishHours(app, admin, hours, listed)).status !== 200);
      await Promise.all(bookings);
      // Reservations made since were checked against the new hours, so only the listed ones do not fit.
      const booked = await app.db
        .select()
        .from(reservations)
        .where(and(gte(reservations.date, hours.effectiveFrom), eq(reservations.state, 'BOOKED')))
        .orderBy(asc(reservations.date), asc(reservations.slot));
      const missed = booked.filter(({ date, slot }) => !offers(hours, date, slot));
      expect(missed.map(({ id }) => id)).toEqual(listed);
    };
    let bookings: Promise<void>[] = [];
    for (let round = 0; round < CHANGES; round += 1) {
      bookings = Array.from({ length: 10 }, (_, index) => book(round * 10 + index));
      await change();
    }
    expect(statuses).toHaveLength(10 * CHANGES);
    expect(statuses).toContain(201);
    // Which refusals occur depends on the moments of the changes.
    expect([201, 400, 409]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    const kept = await readReservations(app);
    expect(kept).toHaveLength(statuses.filter((status) => status === 201).length);
    for (const one of kept)
      for (const other of kept)
        if (one.id < other.id && one.date === other.date) expect(overlaps(one.slot, other.slot)).toBe(false);
    expect(
      await app.db.$count(studioSettingVersions, eq(studioSettingVersions.section, 'hours')),
    ).toBeGreaterThan(CHANGES);
  });
});
