import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { openErasureLedger, readErasedSubjects } from '#server/members/erasure-ledger.ts';
import { hashMemberId } from '#server/members/archive-legal-records.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { createHttpClient, type SendRequest } from '#tools/chaos/client.ts';
import { insertSignedInUsers, type SignedInUser } from '#test/factories/signed-in-users.ts';
import type { ServerDatabase } from '#test/servers/server-database.ts';
import { violationUnless, type ScenarioResult, type Scenario } from '#tools/chaos/scenario.ts';
import { chaosServerSettings } from '#tools/chaos/server-fixture.ts';
import { bookableDates } from '#tools/chaos/random-clients.ts';

const KILLS = { full: 50, short: 12 };
/** More statements than an account deletion has: the last kills happen between the response and the work after it. */
const MAX_STATEMENTS = 32;
const OVERDUE_ROWS = 1_200;
const PURGE_KILLS = { full: 12, short: 4 };
/** Statements between two kills of the purge. A batch of the purge has four statements. */
const PURGE_STEP = 2;
const MAX_PURGE_MS = 10_000;
const PRELOAD = `--import=${resolve('tools/chaos/crash-at-statement.js')}`;
const DELETION_STATEMENT = 'select "role" from "members"';
const PURGE_STATEMENT = 'delete from login_log';

const crashSettings = (after: string, at: number) => ({
  NODE_OPTIONS: PRELOAD,
  DIE_AFTER: after,
  DIE_AT: String(at),
});

/** Gives a member an upcoming booking, a question and a consent. */
const insertPersonalData = async (send: SendRequest, user: SignedInUser, index: number): Promise<void> => {
  const token = await user.token();
  const [date = ''] = bookableDates(index, 1);
  const details = { shootType: 'FOOD', desiredShootDate: '아무 때나', location: '스튜디오', notes: '' };
  await send({ method: 'POST', path: '/api/reservation', token, body: { ...details, date, time: '12-13' } });
  const question = { title: '주차', content: '되나요?', notify: true };
  await send({ method: 'POST', path: '/api/question', token, body: question });
};

type MemberTraces = {
  readonly member: boolean;
  readonly live: number;
  readonly retained: number;
  readonly isInLedger: boolean;
};

const readTraces = async (db: Db, { id }: SignedInUser): Promise<MemberTraces> => {
  const subject = sql`${hashMemberId(id)}::bytea`;
  const { rows } = await db.execute<MemberTraces>(sql`
    select exists (select from members where id = ${id}) as member,
      (select count(*)::int from sessions where member_id = ${id})
        + (select count(*)::int from questions where member_id = ${id})
        + (select count(*)::int from reservations where member_id = ${id})
        + (select count(*)::int from slot_claims join reservations on reservations.id = reservation_id
          where reservations.member_id = ${id}) as live,
      (select count(*)::int from legal_retention.contracts where subject_hash = ${subject})
        + (select count(*)::int from legal_retention.disputes where subject_hash = ${subject}) as retained,
      exists (select from legal_retention.erasures where subject_hash = ${subject}) as "isInLedger"`);
  return rows[0] ?? { member: false, live: -1, retained: -1, isInLedger: false };
};

/** An account must be there with all its data, or be gone completely and be in the erasure ledger. */
const classifyTraces = ({ member, live, retained, isInLedger }: MemberTraces): 'there' | 'gone' | 'half' => {
  if (member && live === 4 && retained === 0 && !isInLedger) return 'there';
  return !member && live === 0 && retained === 2 && isInLedger ? 'gone' : 'half';
};

interface DeletionCounts {
  readonly there: number;
  readonly gone: number;
  readonly violations: string[];
}

const deleteDuringKills = async (
  database: ServerDatabase,
  users: readonly SignedInUser[],
  settings: Record<string, string>,
): Promise<DeletionCounts> => {
  const http = createHttpClient();
  const violations: string[] = [];
  const counts = { there: 0, gone: 0 };
  const serve = async (own: Record<string, string> = {}): Promise<ServerProcess> => {
    const server = await startServer({ ...settings, ...own });
    http.setServers([server.url]);
    return server;
  };
  try {
    const first = await serve();
    for (const [index, user] of users.entries()) await insertPersonalData(http.send, user, index);
    await first.stop();
    for (const [index, user] of users.entries()) {
      const step = 1 + Math.floor((index * MAX_STATEMENTS) / users.length);
      const server = await serve(crashSettings(DELETION_STATEMENT, step));
      const token = await user.token();
      const { status } = await http.send({ method: 'DELETE', path: '/api/member', token });
      await server.kill();
      const state = classifyTraces(await database.withDb((db) => readTraces(db, user)));
      if (state === 'half') violations.push(`killed at statement ${step}: a member is half deleted`);
      else counts[state] += 1;
      if (status === 204 && state !== 'gone')
        violations.push(`statement ${step}: the deletion was acknowledged but is incomplete`);
    }
    // Members who still exist request the deletion again; deleted ones must stay deleted.
    const last = await serve();
    for (const user of users)
      await http.send({ method: 'DELETE', path: '/api/member', token: await user.token() });
    await last.stop();
    const after = await database.withDb((db) => Promise.all(users.map((user) => readTraces(db, user))));
    const left = after.filter((traces) => classifyTraces(traces) !== 'gone').length;
    return {
      ...counts,
      violations: [
        ...violations,
        ...violationUnless(left === 0, `${left} members could not be deleted afterwards`),
      ],
    };
  } finally {
    http.close();
  }
};

const countOverdue = (database: ServerDatabase): Promise<number> =>
  database.withDb(async (db) => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from login_log`);
    return rows[0]?.count ?? -1;
  });

const purgeDuringKills = async (
  database: ServerDatabase,
  kills: number,
  settings: Record<string, string>,
): Promise<{ readonly left: readonly number[]; readonly violations: string[] }> => {
  await database.withDb((db) =>
    db.execute(sql`
      insert into login_log (outcome, ip_address, user_agent, occurred_at)
      select 'SUCCESS', '203.0.113.1', 'chaos', now() - interval '1 year' from generate_series(1, ${OVERDUE_ROWS})`),
  );
  const left: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // The purge runs at startup.
    const server = await startServer({
      ...settings,
      ...crashSettings(PURGE_STATEMENT, 1 + PURGE_STEP * kill),
    }).catch(() => null);
    const until = performance.now() + MAX_PURGE_MS;
    while (server?.exitReason() === null && performance.now() < until) await sleep(20);
    await server?.kill();
    left.push(await countOverdue(database));
  }
  const last = await startServer(settings);
  for (let attempt = 0; attempt < 50; attempt += 1) await fetch(`${last.url}/healthz`);
  await last.stop();
  const end = await countOverdue(database);
  return {
    left,
    violations: violationUnless(end === 0, `${end} overdue rows are left after the purge ran undisturbed`),
  };
};

export const accountDeletion: Scenario = {
  id: 'F-24',
  title: 'the server is killed at each statement of an account deletion, and during the purge',
  environments: ['embedded', 'postgres'],
  run: async ({ createDatabase }, { isShort }): Promise<ScenarioResult> => {
    const kills = isShort ? KILLS.short : KILLS.full;
    const database = await createDatabase();
    try {
      const settings = chaosServerSettings(database);
      const users = await database.withDb((db) => insertSignedInUsers(db, kills));
      const deletions = await deleteDuringKills(database, users, settings);
      const file = join(database.settings.DATA_DIR ?? '', 'erasures.jsonl');
      await database.withDb((db) => openErasureLedger(file).reconcile(db));
      const subjects = (await readErasedSubjects(file)) ?? new Set();
      const missing = users.filter(({ id }) => !subjects.has(hashMemberId(id).toString('hex'))).length;
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '').length;
      const purge = await purgeDuringKills(
        database,
        isShort ? PURGE_KILLS.short : PURGE_KILLS.full,
        settings,
      );
      return {
        summary: `${kills} account deletions, each killed at another statement: ${deletions.gone} members were deleted, ${deletions.there} were intact and deleted on retry; ${lines} lines in the erasure ledger; the purge of ${OVERDUE_ROWS} rows killed ${purge.left.length} times (left after each: ${purge.left.join(', ')}), then finished`,
        history: [],
        violations: [
          ...deletions.violations,
          ...purge.violations,
          ...violationUnless(
            deletions.gone > 0 && deletions.there > 0,
            'the kills did not cover both sides of the commit',
          ),
          ...violationUnless(missing === 0, `${missing} erasures have no line in the ledger`),
        ],
      };
    } finally {
      await database.remove();
    }
  },
};
