import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { readEnv } from '#server/env.ts';
import { systemClock } from '#server/ports/clock.ts';
import { insertSignedInUsers, testAuthSecret, testIdentity } from '#test/factories/signed-in-users.ts';
import { createSecondServer, createTestApp } from '#test/test-app.ts';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import type { SendRequest } from './client.ts';
import { block, createWorkload, unblock } from './operations.ts';
import { bookableDates, pickRandom, runRandomClient, slotsOn, type RunState } from './random-clients.ts';
import { readFinalState } from './read-final-state.ts';

const CLIENTS = 16;
const OPERATIONS = 1_500;
const MAX_VISIBLE_SHARE = 0.001;

const app = await createTestApp();
// The users' tokens are for this identity.
const { publicUrl } = readEnv(testIdentity);
const changes = {
  clock: systemClock,
  authSecret: testAuthSecret,
  settings: { ...app.deps.settings, publicUrl },
};
const servers = [createSecondServer(app, changes), createSecondServer(app, changes)];
const send: SendRequest = async ({ method, path, body, token = '', idempotencyKey }) => {
  const response = await pickRandom(servers).request(method, path, body, {
    token,
    ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
  });
  return { status: response.status, body: await response.json().catch(() => null) };
};

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
  const runState: RunState = { dates: bookableDates(0, 300), isServing: true, isRunning: true };
  const running = [
    ...Array.from({ length: CLIENTS }, () => runRandomClient(workload, members, runState)),
    ...admins.map(async (admin) => {
      const dateSlots = slotsOn(runState.dates);
      while (runState.isRunning) await pickRandom([block, unblock])(workload, admin, pickRandom(dateSlots));
    }),
  ];
  await expect.poll(() => workload.history.length, { timeout: 200_000 }).toBeGreaterThanOrEqual(OPERATIONS);
  runState.isRunning = false;
  await Promise.all(running);

  expect(checkHistory(workload.history, await readFinalState(app.db))).toEqual([]);
  const visible = workload.history.filter(({ outcome }) => outcome === 'unknown');
  expect(visible.length / workload.history.length).toBeLessThan(MAX_VISIBLE_SHARE);
  const { rows } = await app.db.execute<{ count: number }>(
    sql`select last_value::int as count from claim_changes`,
  );
  expect(rows[0]?.count).toBeGreaterThan(20);
});
