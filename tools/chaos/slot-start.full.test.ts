import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import { createDatabaseClock } from '#platform/server/db/postgres/database-clock.ts';
import { readEnv } from '#platform/server/env.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { publishChange } from '#test/factories/settings.ts';
import { insertSignedInUsers, testAuthSecret, testIdentity } from '#test/factories/signed-in-users.ts';
import { createSecondServer, createTestApp } from '#test/test-app.ts';
import type { BookOperation, DateSlot, MoveOperation, ChangeOperation } from './checker/history.ts';
import type { SendRequest } from './client.ts';
import { book, cancel, changeState, createWorkload, move } from './operations.ts';
import { pickRandom } from './random-clients.ts';
import { formatOutcome } from './scenario.ts';

const DAY = '2026-12-15';
/**
 * The slot that begins during the load. With a lead time of whole days, booking the same slot on a later day closes at the same instant, and
 * with a limit of whole days for changes, so do changes of it.
 */
const SLOT = '12-13';
const STARTS_AT = seoulInstant(DAY, 12).getTime();
/** The last part before the moment, in which the clock is not moved. */
const LAST_MS = 2_000;
const HOUR_MS = 3_600_000;
const SYNCHRONIZATIONS = 10;
const BOOKERS = 6;
const MOVERS = 4;

const app = await createTestApp();
const publisher = await insertAdmin(app);
const { publicUrl } = readEnv(testIdentity);

/** Milliseconds by which the time of all servers is ahead of the database's real time. */
let shiftMs = 0;

/** Returns the time of the database, and how much it may be wrong: the shortest time of an answer. */
const openClock = async () => {
  const clock = createDatabaseClock();
  let errorMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < SYNCHRONIZATIONS; count += 1) {
    const began = performance.now();
    await clock.synchronize(async () => {
      const { rows } = await app.db.execute<{ ms: number }>(
        sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
      );
      return rows[0]?.ms ?? Number.NaN;
    });
    errorMs = Math.min(errorMs, performance.now() - began);
  }
  return { now: () => new Date(clock.now().getTime() + shiftMs), errorMs };
};

const [observer, ...serverClocks] = [await openClock(), await openClock(), await openClock()];
// Clocks count whole milliseconds.
const TOLERANCE_MS = 2 * Math.max(...[observer, ...serverClocks].map(({ errorMs }) => errorMs)) + 2;
const shiftTo = (instant: number): void => {
  shiftMs += instant - observer.now().getTime();
};

beforeEach(async () => {
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

it.each([
  ['a slot begins', 0, 'SLOT_PAST'],
  ['the lead time of a slot begins', 1, 'SLOT_CLOSED'],
] as const)('F-15 while %s, the time of the database decides each request', async (_what, leadDays, code) => {
  await publishChange(app, publisher, 'booking', (rules) => ({
    ...rules,
    leadHours: 24 * leadDays,
    changeHours: 24 * (leadDays + 1),
  }));
  const servers = serverClocks.map((clock) =>
    createSecondServer(app, {
      clock,
      authSecret: testAuthSecret,
      env: { ...app.deps.env, publicUrl },
    }),
  );
  const send: SendRequest = async ({ method, path, body, token = '', idempotencyKey }) => {
    const response = await pickRandom(servers).request(method, path, body, {
      token,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
  const workload = { ...createWorkload(send), nowMs: () => observer.now().getTime() };

  shiftTo(STARTS_AT - HOUR_MS);
  const members = await insertSignedInUsers(app.db, 200, { clock: observer });
  const admins = await insertSignedInUsers(app.db, 1, { role: 'ADMIN', clock: observer });
  const [admin, leaver] = [pickRandom(admins), pickRandom(members)];
  /** Can be booked until the moment. */
  const closing: DateSlot = { date: addDays(DAY, leadDays), slot: SLOT };
  /** A booking of this slot can be changed until the moment. */
  const expiring: DateSlot = { date: addDays(DAY, leadDays + 1), slot: SLOT };
  const laterSlot = (days: number): DateSlot => ({ date: addDays(DAY, 10 + days), slot: SLOT });

  const judged: (BookOperation | MoveOperation | ChangeOperation)[] = [];
  const judge = <O extends (typeof judged)[number]>(operation: O): O => {
    judged.push(operation);
    return operation;
  };
  let isOver = false;
  const repeat = async (act: () => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      await act();
      await sleep(Math.random() * 20);
    }
  };
  // The studio frees the slot after each success, so that the next request can have it.
  const runBooker = () =>
    repeat(async () => {
      const done = judge(await book(workload, pickRandom(members), { ...closing, key: randomUUID() }));
      if (done.outcome === 'ok') await changeState(workload, admin, done.code ?? '', 'CANCELLED');
    });
  const runMover = async (index: number): Promise<void> => {
    const member = members[index] ?? leaver;
    const { code: own } = await book(workload, member, { ...laterSlot(index), key: randomUUID() });
    await repeat(async () => {
      const done = judge(await move(workload, member, own ?? '', closing));
      if (done.outcome === 'ok') await move(workload, admin, own ?? '', laterSlot(index), 'ADMIN');
    });
  };
  const runLeaver = async (): Promise<void> => {
    let own: string | null = null;
    await repeat(async () => {
      own ??= (await book(workload, leaver, { ...expiring, key: randomUUID() })).code;
      const isMove = Math.random() < 0.5;
      const done = isMove
        ? judge(await move(workload, leaver, own ?? '', laterSlot(MOVERS)))
        : judge(await cancel(workload, leaver, own ?? ''));
      if (done.outcome !== 'ok') return;
      if (isMove) await cancel(workload, leaver, own ?? '');
      own = null;
    });
  };

  const isBefore = ({ end }: (typeof judged)[number]) => end < STARTS_AT - TOLERANCE_MS;
  const isAfter = ({ start }: (typeof judged)[number]) => start > STARTS_AT + TOLERANCE_MS;
  const waitForOutcomes = async (isIn: typeof isBefore, outcomes: readonly string[]): Promise<void> => {
    await expect
      .poll(() => judged.filter(isIn).map(formatOutcome), { timeout: 200_000 })
      .toEqual(expect.arrayContaining([...outcomes]));
  };
  const running = Promise.all([
    ...Array.from({ length: BOOKERS }, runBooker),
    ...Array.from({ length: MOVERS }, (_, index) => runMover(index)),
    runLeaver(),
  ]);
  await waitForOutcomes(isBefore, ['book ok', 'move ok', 'change ok']);
  shiftTo(STARTS_AT - LAST_MS);
  await waitForOutcomes(isAfter, [`book ${code}`, `move ${code}`, 'change CHANGE_TOO_LATE']);
  isOver = true;
  await running;

  const refusals: unknown[] = [code, 'CHANGE_TOO_LATE'];
  expect(judged.filter((done) => isBefore(done) && refusals.includes(done.code))).toEqual([]);
  expect(judged.filter((done) => isAfter(done) && done.outcome === 'ok')).toEqual([]);
  expect(workload.history.filter(({ outcome }) => outcome === 'unknown')).toEqual([]);
});
