import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import { openErasureLedger, readErasedSubjects } from '#platform/server/erasure-ledger.ts';
import { reservationBody } from '#test/factories/reservations.ts';
import { insertSignedInUsers, testIdentity, type SignedInUser } from '#test/factories/signed-in-users.ts';
import { createServerDatabase } from '#test/servers/create-server-database.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

/** More statements than a deletion has: the last kills happen between the response and the work after it. */
const STATEMENTS = 32;
const OVERDUE_ROWS = 1_200;
const database = await createServerDatabase();
afterAll(() => database.remove());
const env = {
  ...database.env,
  ...testIdentity,
  RATE_LIMITS: 'off',
  SAMPLE_CONTENT: 'false',
  LOG_LEVEL: 'fatal',
};

/** Starts a server that is killed before the `at`th statement, counted from the first one that contains `after`. */
const startCrashing = (after: string, at: number): Promise<ServerProcess> =>
  startServer({
    ...env,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'servers/crash-at-statement.js')}`,
    DIE_AFTER: after,
    DIE_AT: String(at),
  });

/** Resolves to the status, or to 0 without a response. */
const send = async (server: ServerProcess, user: SignedInUser, method: string, path: string, body?: object) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${await user.token()}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).then(
    ({ status }) => status,
    () => 0,
  );
const deleteAccount = (server: ServerProcess, user: SignedInUser) =>
  send(server, user, 'DELETE', '/api/member');

interface MemberTraces {
  readonly member: boolean;
  readonly live: number;
  readonly retained: number;
  readonly erased: boolean;
}
const COMPLETE: MemberTraces = { member: true, live: 4, retained: 0, erased: false };
const GONE: MemberTraces = { member: false, live: 0, retained: 2, erased: true };

const readTraces = async (db: Db, { id }: SignedInUser): Promise<MemberTraces | undefined> => {
  const subject = sql`${hashMemberId(id)}::bytea`;
  const { rows } = await db.execute<{ [Name in keyof MemberTraces]: MemberTraces[Name] }>(sql`
    select exists (select from members where id = ${id}) as member,
      (select count(*)::int from sessions where member_id = ${id})
        + (select count(*)::int from questions where member_id = ${id})
        + (select count(*)::int from reservations where member_id = ${id})
        + (select count(*)::int from slot_claims join reservations on reservations.id = reservation_id
          where reservations.member_id = ${id}) as live,
      (select count(*)::int from legal_retention.contracts where subject_hash = ${subject})
        + (select count(*)::int from legal_retention.disputes where subject_hash = ${subject}) as retained,
      exists (select from legal_retention.erasures where subject_hash = ${subject}) as erased`);
  return rows[0];
};

it(
  'F-24 a member whose deletion is killed at any statement is complete or gone, and the ledger has a line for each',
  { timeout: 900_000 },
  async () => {
    const users = await database.withDb((db) => insertSignedInUsers(db, STATEMENTS / 2));
    const first = await startServer(env);
    for (const [index, user] of users.entries()) {
      const date = addDays(seoulDate(new Date()), 3 + index);
      expect(await send(first, user, 'POST', '/api/reservation', reservationBody({ date }))).toBe(201);
      const question = { title: '주차', content: '되나요?', notify: true };
      expect(await send(first, user, 'POST', '/api/question', question)).toBe(201);
    }
    await first.stop();

    const goneAfterKill: boolean[] = [];
    for (const [index, user] of users.entries()) {
      const server = await startCrashing('select "role" from "members"', 1 + 2 * index);
      const status = await deleteAccount(server, user);
      await server.kill();
      const traces = await database.withDb((db) => readTraces(db, user));
      const isGone = status === 204 || traces?.member === false;
      expect(traces, `statement ${1 + 2 * index}`).toEqual(isGone ? GONE : COMPLETE);
      goneAfterKill.push(isGone);
    }
    // Otherwise the kills would not cover both sides of the commit.
    expect(new Set(goneAfterKill)).toEqual(new Set([true, false]));

    const last = await startServer(env);
    for (const user of users) await deleteAccount(last, user);
    await last.stop();
    const file = join(database.env['DATA_DIR'] ?? '', 'erasures.jsonl');
    await database.withDb(async (db) => {
      for (const user of users) expect(await readTraces(db, user)).toEqual(GONE);
      await openErasureLedger(file).reconcile(db);
    });
    expect(await readErasedSubjects(file)).toEqual(
      new Set(users.map(({ id }) => hashMemberId(id).toString('hex'))),
    );
    expect((await readFile(file, 'utf8')).split('\n').filter(Boolean)).toHaveLength(users.length);
  },
);

it(
  'F-24 a purge that was killed within a batch is completed by the next start',
  { timeout: 300_000 },
  async () => {
    const countOverdue = () =>
      database.withDb(async (db) => {
        const { rows } = await db.execute<{ count: number }>(
          sql`select count(*)::int as count from login_log`,
        );
        return rows[0]?.count;
      });
    await database.withDb((db) =>
      db.execute(sql`
      insert into login_log (outcome, ip_address, user_agent, occurred_at)
      select 'SUCCESS', '203.0.113.1', 'test', now() - interval '1 year' from generate_series(1, ${OVERDUE_ROWS})`),
    );
    for (const statement of [1, 2]) {
      // The purge runs at the start.
      const server = await startCrashing('delete from login_log', statement).catch(() => null);
      if (server !== null) await expect.poll(() => server.exitReason()).toContain('SIGKILL');
      expect(await countOverdue()).toBe(OVERDUE_ROWS);
    }
    const last = await startServer({ ...env, LOG_LEVEL: 'info' });
    await expect.poll(() => last.output()).toContain('"event":"purge","done"');
    await last.stop();
    expect(await countOverdue()).toBe(0);
  },
);
