import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { reservations, slotClaims } from '#features/reservations/server/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import { systemClock } from '#platform/server/ports/clock.ts';
import {
  insertSignedInUsers,
  testAuthSecret,
  testIdentity,
  type SignedInUser,
} from '#test/factories/signed-in-users.ts';
import { createSecondServer, createTestApp } from '#test/test-app.ts';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import type { SendRequest } from './client.ts';
import {
  block,
  bookByPhone,
  changeState,
  createWorkload,
  move,
  unblock,
  type Workload,
} from './operations.ts';
import { bookableDates, pickRandom, slotsOn, startRandomClients } from './random-clients.ts';
import { readFinalState } from './read-final-state.ts';
import { formatOutcome } from './scenario.ts';

const CLIENTS = 16;
const MAX_VISIBLE_SHARE = 0.001;
const TIMEOUT_MS = 200_000;

const app = await createTestApp();
// The users' tokens are for this identity.
const { publicUrl } = readEnv(testIdentity);
const changes = {
  clock: systemClock,
  authSecret: testAuthSecret,
  env: { ...app.deps.env, publicUrl },
};
const servers = [createSecondServer(app, changes), createSecondServer(app, changes)];
const send: SendRequest = async ({ method, path, body, token = '', idempotencyKey }) => {
  const response = await pickRandom(servers).request(method, path, body, {
    token,
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
};

beforeEach(async () => {
  await app.db.delete(slotClaims);
  await app.db.delete(reservations);
});

const waitForOperations = async ({ history }: Workload, count: number): Promise<void> => {
  await expect.poll(() => history.length, { timeout: TIMEOUT_MS }).toBeGreaterThanOrEqual(count);
};
const expectCorrect = async ({ history }: Workload): Promise<void> =>
  expect(checkHistory(history, await readFinalState(app.db))).toEqual([]);

it('F-02 F-21 three admins and many members who contend for five slots at a time leave a correct history', async () => {
  const members = await insertSignedInUsers(app.db, 600);
  const admins = await insertSignedInUsers(app.db, 3, { role: 'ADMIN' });
  const workload = createWorkload(send);
  const clients = startRandomClients({ workload, members }, CLIENTS, bookableDates(0, 1));
  const act = (admin: SignedInUser): Promise<unknown> => {
    const dateSlot = pickRandom(slotsOn(clients.state.dates));
    const code = [...workload.ids.keys()].at(-1 - Math.floor(Math.random() * 5)) ?? '';
    return pickRandom([
      () => block(workload, admin, dateSlot),
      () => unblock(workload, admin, dateSlot),
      () => bookByPhone(workload, admin, dateSlot),
      () => move(workload, admin, code, dateSlot, 'ADMIN'),
      () => changeState(workload, admin, code, pickRandom(['CANCELLED', 'BOOKED'])),
    ])();
  };
  await waitForOperations(workload, 10);
  const acting = admins.map(async (admin) => {
    while (clients.state.isRunning) await act(admin);
  });
  for (const [round, date] of bookableDates(1, 12).entries()) {
    await waitForOperations(workload, 100 * (round + 1));
    clients.state.dates = [date];
  }
  await clients.stop();
  await Promise.all(acting);
  await expectCorrect(workload);
  // A run that one side always wins would prove nothing.
  expect([...new Set(workload.history.map(formatOutcome))]).toEqual(
    expect.arrayContaining([
      'book ok',
      'book SLOT_TAKEN',
      'block ok',
      'block SLOT_BOOKED',
      'move ok',
      'move SLOT_TAKEN',
      'change ok',
    ]),
  );
});

it('F-06 with one in twenty changes of slot claims aborted, hardly a client sees a failure and the history is correct', async () => {
  // A sequence counts, because it is not rolled back.
  await app.db.execute(sql`create sequence claim_changes`);
  await app.db.execute(sql`create function inject_abort() returns trigger language plpgsql as $$
    declare change bigint = nextval('claim_changes');
    begin
      if change % 40 = 0 then raise exception 'injected' using errcode = '40P01'; end if;
      if change % 40 = 20 then raise exception 'injected' using errcode = '40001'; end if;
      return coalesce(new, old);
    end $$`);
  await app.db.execute(sql`create trigger inject_abort before insert or update or delete on slot_claims
    for each row execute function inject_abort()`);

  const members = await insertSignedInUsers(app.db, 500);
  const admins = await insertSignedInUsers(app.db, 2, { role: 'ADMIN' });
  const workload = createWorkload(send);
  const clients = startRandomClients({ workload, members }, CLIENTS, bookableDates(0, 300));
  const blocking = admins.map(async (admin) => {
    const dateSlots = slotsOn(clients.state.dates);
    while (clients.state.isRunning)
      await pickRandom([block, unblock])(workload, admin, pickRandom(dateSlots));
  });
  await waitForOperations(workload, 1_500);
  await clients.stop();
  await Promise.all(blocking);

  await expectCorrect(workload);
  const visible = workload.history.filter(({ outcome }) => outcome === 'unknown');
  expect(visible.length / workload.history.length).toBeLessThan(MAX_VISIBLE_SHARE);
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select last_value::int as count from claim_changes`,
  );
  expect(rows[0]?.count).toBeGreaterThan(20);
});
