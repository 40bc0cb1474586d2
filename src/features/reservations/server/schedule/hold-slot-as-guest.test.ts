import { beforeEach, describe, expect, it } from 'vitest';
import { rateCounters } from '#platform/server/db/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import {
  countStatuses,
  insertHold,
  insertMembers,
  insertReservation,
  postHold,
  postReservation,
  renewSession,
} from '#test/factories/reservations.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { reservations, slotClaims } from '../tables.ts';

const NOW = '2026-11-21T01:00:00Z';
const END = '2026-11-21T01:10:00.000Z';
const app = await createTestApp({ now: NOW, rateLimits: true });
const meeting = { date: '2026-11-24', time: '09-10' };
const noon = { ...meeting, time: '12-13' };
const REFUSED = { status: 409, code: 'HOLD_REFUSED' };
const TAKEN = { status: 409, code: 'SLOT_TAKEN' };
const HELD = { ...TAKEN, message: '다른 분이 예약하고 있습니다. 다른 시간을 선택해 주세요.' };

interface Guest {
  readonly ip?: string;
  readonly cookie?: string;
}

const optionsOf = ({ ip, cookie }: Guest) => ({
  ...(ip === undefined ? {} : { ip }),
  ...(cookie === undefined ? {} : { headers: { cookie } }),
});
const postGuestHold = (guest: Guest, where: object = meeting, server = app): Promise<Response> =>
  server.post('/api/reservation/guest-hold', where, optionsOf(guest));
const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
/** Holds a slot as a new guest and returns the guest's cookie. */
const holdAs = async (ip: string, where: object = meeting): Promise<string> => {
  const response = await postGuestHold({ ip }, where);
  expect(response.status).toBe(201);
  return cookieOf(response);
};
const bookedTimes = async (): Promise<unknown> =>
  (await app.get(`/api/reservation/booked-times?date=${meeting.date}`)).json();
const logIn = async (loginId: string, cookie: string, ip = '198.51.100.77') => {
  const response = await app.post(
    '/api/auth/login',
    { loginId, password: 'password1' },
    optionsOf({ ip, cookie }),
  );
  expect(response.status).toBe(200);
  return (await response.json()) as { accessToken: string };
};

beforeEach(async () => {
  app.clock.set(NOW);
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
  await app.db.delete(rateCounters);
});

describe('POST /api/reservation/guest-hold', () => {
  it('a slot held by a guest is taken for members and other guests until the hold ends', async () => {
    const response = await postGuestHold({ ip: '198.51.100.1' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ ...meeting, heldUntil: END, minutes: 10 });
    expect(response.headers.get('set-cookie')).toMatch(
      /^guest=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const [member] = await insertMembers(app, 1);
    expect(await bookedTimes()).toEqual(['09-10']);
    expect(await readError(await postGuestHold({ ip: '198.51.100.2' }))).toMatchObject(HELD);
    expect(await readError(await postHold(app, member!, meeting))).toMatchObject(HELD);
    expect(await readError(await postReservation(app, member!))).toMatchObject(HELD);
    app.clock.set(END);
    expect(await bookedTimes()).toEqual([]);
    expect((await postReservation(app, await renewSession(app, member!))).status).toBe(201);
  });

  it('the guest sees the held slot as their own, and nobody else does', async () => {
    const cookie = await holdAs('198.51.100.1');
    const stateFor = async (guest: Guest) => {
      const response = await app.get('/api/reservation/availability?month=2026-11', optionsOf(guest));
      const days = (await response.json()) as { date: string; slots: { time: string; state: string }[] }[];
      const day = days.find(({ date }) => date === meeting.date);
      return [
        day?.slots.find(({ time }) => time === meeting.time)?.state,
        response.headers.get('cache-control'),
      ];
    };
    expect(await stateFor({ cookie })).toEqual(['MINE', 'no-store']);
    expect(await stateFor({})).toEqual(['HELD', 'no-cache']);
  });

  it('a repeated call keeps the first end, and another slot replaces the former', async () => {
    const cookie = await holdAs('198.51.100.1');
    app.clock.advance(5 * 60_000);
    const again = await postGuestHold({ ip: '198.51.100.1', cookie });
    expect(await again.json()).toMatchObject({ heldUntil: END });
    expect((await postGuestHold({ ip: '198.51.100.1', cookie }, noon)).status).toBe(201);
    expect(await bookedTimes()).toEqual(['12-13']);
  });

  it('a guest does not hold the same slot twice on one day, with or without the cookie', async () => {
    const cookie = await holdAs('198.51.100.1');
    app.clock.set(END);
    for (const guest of [{ ip: '198.51.100.1' }, { ip: '198.51.100.9', cookie }])
      expect(await readError(await postGuestHold(guest))).toMatchObject(REFUSED);
    app.clock.set('2026-11-22T01:00:00Z');
    expect((await postGuestHold({ ip: '198.51.100.1', cookie })).status).toBe(201);
  });

  it('an address holds one slot, whatever its cookies; an IPv6 address counts as its /64 network', async () => {
    await holdAs('198.51.100.1');
    expect(await readError(await postGuestHold({ ip: '198.51.100.1' }, noon))).toMatchObject(REFUSED);
    await holdAs('2001:db8:1:2::a', { date: '2026-11-25', time: '09-10' });
    const neighbour = await postGuestHold(
      { ip: '2001:db8:1:2:ffff::b' },
      { date: '2026-11-26', time: '09-10' },
    );
    expect(await readError(neighbour)).toMatchObject(REFUSED);
  });

  it('guests hold at most two slots of a date', async () => {
    await holdAs('198.51.100.1');
    await holdAs('198.51.100.2', noon);
    const third = await postGuestHold({ ip: '198.51.100.3' }, { ...meeting, time: '15-16' });
    expect(await readError(third)).toMatchObject(REFUSED);
    expect((await postGuestHold({ ip: '198.51.100.3' }, { ...meeting, date: '2026-11-25' })).status).toBe(
      201,
    );
  });

  // `npm run test:full` makes 1,000 tries.
  it('many tries from one address hold at most one slot, within and without the rate limit', async () => {
    const slots = ['09-10', '12-13', '15-16', '18-19', '21-22'];
    const count = process.env.TEST_FULL === undefined ? 250 : 1_000;
    const tries = Array.from({ length: count }, (_, index) => ({
      date: `2026-12-${String(1 + (index % 28)).padStart(2, '0')}`,
      time: slots[index % 5]!,
    }));
    const responses = await Promise.all(tries.map((where) => postGuestHold({ ip: '198.51.100.1' }, where)));
    const { 201: held, 409: refused = 0, 429: limited = 0 } = countStatuses(responses);
    expect([held, refused + limited]).toEqual([1, count - 1]);
    expect(limited).toBeGreaterThan(count - 200);
    // The limit of requests is not what bounds the holds.
    await app.db.delete(rateCounters);
    const later = await postGuestHold({ ip: '198.51.100.1' }, { date: '2026-12-30', time: '09-10' });
    expect(await readError(later)).toMatchObject(REFUSED);
    expect(await app.db.select({ kind: slotClaims.kind }).from(slotClaims)).toEqual([{ kind: 'HELD' }]);
  });

  it('without rate limits an address may hold several slots', async () => {
    const open = await createTestApp({ now: NOW });
    for (const time of ['09-10', '12-13'])
      expect((await postGuestHold({ ip: '198.51.100.1' }, { ...meeting, time }, open)).status).toBe(201);
  });

  it('of 20 guests who ask for one slot at once, one gets it', async () => {
    const guests = Array.from({ length: 20 }, (_, index) => ({ ip: `198.51.100.${index}` }));
    const responses = await Promise.all(guests.map((guest) => postGuestHold(guest)));
    expect(countStatuses(responses)).toEqual({ 201: 1, 409: 19 });
  });

  it('a guest cannot hold a time that is past, beyond the horizon or not offered', async () => {
    const refusals = [
      [{ ...meeting, date: '2026-11-20' }, 'DATE_UNAVAILABLE'],
      [{ ...meeting, date: '2028-01-01' }, 'DATE_UNAVAILABLE'],
      [{ date: '2026-11-21', time: '09-10' }, 'SLOT_PAST'],
      [{ ...meeting, time: '10-11' }, 'SLOT_NOT_OFFERED'],
    ] as const;
    for (const [where, code] of refusals)
      expect(await readError(await postGuestHold({}, where))).toMatchObject({ status: 400, code });
  });

  it('the studio blocks a slot that a guest holds', async () => {
    await holdAs('198.51.100.1');
    const token = (await insertAdmin(app)).accessToken;
    const body = { date: meeting.date, timeSlot: meeting.time };
    expect((await app.post('/api/admin/reservation/block-time', body, { token })).status).toBe(201);
    expect(await app.db.select({ kind: slotClaims.kind }).from(slotClaims)).toEqual([{ kind: 'BLOCKED' }]);
  });
});

describe('S-111 limits of guests’ holds', () => {
  const times = ['09-10', '12-13', '15-16', '18-19', '21-22'];
  /** The slots of 28 days, one day after another. */
  const slotAt = (index: number) => ({
    date: `2026-12-${String(1 + (index % 28)).padStart(2, '0')}`,
    time: times[Math.floor(index / 28) % 5]!,
  });
  const second = createSecondServer(app);
  /** Sends these requests at once to two servers on one database. */
  const postAll = (guests: readonly (Guest & { where: object })[]): Promise<Response[]> =>
    Promise.all(
      guests.map(({ where, ...guest }, index) => postGuestHold(guest, where, index % 2 === 0 ? app : second)),
    );
  const neighbour = (index: number): string => `2001:db8:1:${index.toString(16)}::1`;
  /** Books all slots of the date but these. */
  const leaveFree = async (...free: string[]) => {
    const members = await insertMembers(app, 2);
    const booked = times.filter((time) => !free.includes(time));
    for (const [index, time] of booked.entries()) await insertReservation(app, members[index % 2]!, { time });
  };
  const holdTimes = (guests: readonly [ip: string, time: string][]) =>
    postAll(guests.map(([ip, time]) => ({ ip, where: { ...meeting, time } })));

  // `npm run test:full` makes 1,000 tries.
  it('many tries at once from the /64 networks of one /48 hold four slots', async () => {
    const count = process.env.TEST_FULL === undefined ? 60 : 1_000;
    const tries = Array.from({ length: count }, (_, index) => ({
      ip: neighbour(index),
      where: slotAt(index),
    }));
    const { 201: held, 409: refused = 0, 429: limited = 0 } = countStatuses(await postAll(tries));
    expect([held, refused + limited]).toEqual([4, count - 4]);
    // The limit of requests is not what bounds the holds.
    await app.db.delete(rateCounters);
    const later = await postGuestHold({ ip: neighbour(count) }, { ...meeting, date: '2026-12-30' });
    expect(await readError(later)).toMatchObject(REFUSED);
    await holdAs('2001:db8:2::1', { ...meeting, date: '2026-12-30' });
  });

  it('a slot is not held again on one day from another /64 network of the same /48', async () => {
    await holdAs(neighbour(1));
    app.clock.set(END);
    expect(await readError(await postGuestHold({ ip: neighbour(2) }))).toMatchObject(REFUSED);
    await holdAs('2001:db8:2::1');
    app.clock.set('2026-11-22T01:00:00Z');
    await holdAs(neighbour(2));
  });

  it('guests hold at most 20 slots of the whole site, in 60 tries at once', async () => {
    const tries = Array.from({ length: 60 }, (_, index) => ({
      ip: `198.51.100.${index}`,
      where: slotAt(index),
    }));
    expect(countStatuses(await postAll(tries))).toEqual({ 201: 20, 409: 40 });
    expect(await readError(await postGuestHold({ ip: '203.0.113.1' }))).toMatchObject(REFUSED);
    app.clock.set(END);
    await holdAs('203.0.113.1');
  });

  it('a guest changes the slot, and a login frees a place, while the site is at its limit', async () => {
    const cookies: string[] = [];
    for (let index = 0; index < 20; index += 1)
      cookies.push(await holdAs(`198.51.100.${index}`, slotAt(index)));
    const changed = await postGuestHold({ ip: '198.51.100.0', cookie: cookies[0]! }, slotAt(30));
    expect(changed.status).toBe(201);
    expect(await readError(await postGuestHold({ ip: '203.0.113.1' }))).toMatchObject(REFUSED);
    const member = await insertMember(app, { password: 'password1' });
    await logIn(member.loginId, cookies[1]!);
    await holdAs('203.0.113.1');
  });

  it('the last free time of a day is not held, and everyone can still book it', async () => {
    await leaveFree('18-19');
    expect(await readError(await postGuestHold({}, { ...meeting, time: '18-19' }))).toMatchObject(REFUSED);
    const [member] = await insertMembers(app, 1);
    expect((await postReservation(app, member!, { time: '18-19' })).status).toBe(201);
  });

  it('of two guests who ask for the two free times of a day at once, one gets a hold', async () => {
    await leaveFree('15-16', '18-19');
    const responses = await holdTimes([
      ['198.51.100.1', '15-16'],
      ['198.51.100.2', '18-19'],
    ]);
    expect(countStatuses(responses)).toEqual({ 201: 1, 409: 1 });
  });

  it('times that have closed do not count as free, and the guest’s own former hold does', async () => {
    const today = { ...meeting, date: '2026-11-21' };
    // 20:30 in Seoul.
    app.clock.set('2026-11-21T11:30:00Z');
    expect(await readError(await postGuestHold({}, { ...today, time: '21-22' }))).toMatchObject(REFUSED);
    app.clock.set(NOW);
    await leaveFree('15-16', '18-19');
    const cookie = await holdAs('198.51.100.1', { ...meeting, time: '15-16' });
    const other = await postGuestHold({ ip: '198.51.100.1', cookie }, { ...meeting, time: '18-19' });
    expect(other.status).toBe(201);
  });

  it('a booked time is reported as taken although no hold would be given', async () => {
    await leaveFree('18-19');
    expect(await readError(await postGuestHold({}, meeting))).toMatchObject({
      ...TAKEN,
      message: '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.',
    });
  });
});

describe('DELETE /api/reservation/hold', () => {
  const release = async (guest: Guest, { date, time } = meeting): Promise<void> => {
    const path = `/api/reservation/hold?date=${date}&time=${time}`;
    expect((await app.delete(path, undefined, optionsOf(guest))).status).toBe(204);
  };

  it('a guest releases the hold of the own cookie, which frees the time and a place of the network', async () => {
    const cookie = await holdAs('198.51.100.1');
    await release({ cookie });
    await release({ cookie });
    expect(await bookedTimes()).toEqual([]);
    await holdAs('198.51.100.1', noon);
    // The same time is still held once a day.
    expect(await readError(await postGuestHold({ cookie }))).toMatchObject(REFUSED);
  });

  it('S-111 a guest releases neither the hold of another cookie or member nor another time', async () => {
    const cookie = await holdAs('198.51.100.1');
    const other = await holdAs('198.51.100.2', noon);
    const [member] = await insertMembers(app, 1);
    await insertHold(app, member!, { ...meeting, time: '15-16' });
    for (const time of ['12-13', '15-16']) await release({ cookie }, { ...meeting, time });
    await release({ cookie: other });
    await release({});
    await release({ cookie: `guest=${'x'.repeat(43)}` });
    expect(await bookedTimes()).toEqual(['09-10', '12-13', '15-16']);
  });
});

describe('a login takes over the hold of the guest', () => {
  it('the member books the slot that they held as a guest, until the same end', async () => {
    const member = await insertMember(app, { password: 'password1' });
    const cookie = await holdAs('198.51.100.1');
    app.clock.advance(2 * 60_000);
    const session = await logIn(member.loginId, cookie);
    expect(await insertHold(app, session, meeting)).toMatchObject({ heldUntil: END });
    expect((await postReservation(app, session)).status).toBe(201);
    // The network is free for the next guest.
    expect((await postGuestHold({ ip: '198.51.100.1' }, noon)).status).toBe(201);
  });

  it('the hold that the member has is replaced', async () => {
    const member = await insertMember(app, { password: 'password1' });
    await insertHold(app, member, noon);
    await logIn(member.loginId, await holdAs('198.51.100.1'));
    expect(await bookedTimes()).toEqual(['09-10']);
  });

  it('an expired hold or the cookie of somebody else changes nothing', async () => {
    const member = await insertMember(app, { password: 'password1' });
    const cookie = await holdAs('198.51.100.1');
    await insertHold(app, member, noon);
    await logIn(member.loginId, `guest=${'x'.repeat(43)}`);
    expect(await bookedTimes()).toEqual(['09-10', '12-13']);
    app.clock.set(END);
    const fresh = await renewSession(app, member);
    await insertHold(app, fresh, noon);
    await logIn(member.loginId, cookie);
    expect(await bookedTimes()).toEqual(['12-13']);
  });
});
