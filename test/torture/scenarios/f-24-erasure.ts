import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/connection.ts';
import { openErasureLedger, readSubjects } from '#server/members/erasure-ledger.ts';
import { hashSubject } from '#server/members/retain-records.ts';
import { startServer } from '#test/server-process.ts';
import type { ServerProcess } from '#test/server-process.ts';
import { createHttpAsk } from '#test/torture/ask.ts';
import type { Ask } from '#test/torture/ask.ts';
import { insertPeople } from '#test/torture/people.ts';
import type { Person } from '#test/torture/people.ts';
import type { StormDatabase } from '#test/torture/places.ts';
import { demand } from '#test/torture/scenario.ts';
import type { Outcome, Scenario } from '#test/torture/scenario.ts';
import { stormSettings } from '#test/torture/scene.ts';
import { datesAhead } from '#test/torture/storm-clients.ts';

const KILLS = { whole: 50, short: 12 };
/** More statements than a withdrawal has: the kills past its end come between the answer and whatever follows. */
const STATEMENTS = 32;
const OVERDUE = 1_200;
const PURGE_KILLS = { whole: 12, short: 4 };
/** A batch is four statements. */
const PURGE_STEP = 2;
const LONGEST_PURGE = 10_000;
const PRELOAD = `--import=${resolve('test/torture/die-at-statement.js')}`;
const WITHDRAWAL = 'select "role" from "members"';
const PURGE = 'delete from login_log';

const dying = (after: string, at: number) => ({
  NODE_OPTIONS: PRELOAD,
  DIE_AFTER: after,
  DIE_AT: String(at),
});

/** What everybody has who is to leave: a booking to come, an inquiry, a consent. */
const fill = async (ask: Ask, person: Person, index: number): Promise<void> => {
  const token = await person.token();
  const [date = ''] = datesAhead(index, 1);
  const details = { shootType: 'FOOD', desiredShootDate: '아무 때나', location: '스튜디오', notes: '' };
  await ask({ method: 'POST', path: '/api/reservation', token, body: { ...details, date, time: '12-13' } });
  const question = { title: '주차', content: '되나요?', notify: true };
  await ask({ method: 'POST', path: '/api/question', token, body: question });
};

type Traces = {
  readonly member: boolean;
  readonly live: number;
  readonly retained: number;
  readonly noted: boolean;
};

const lookFor = async (db: Db, { id }: Person): Promise<Traces> => {
  const subject = sql`${hashSubject(id)}::bytea`;
  const { rows } = await db.execute<Traces>(sql`
    select exists (select from members where id = ${id}) as member,
      (select count(*)::int from sessions where member_id = ${id})
        + (select count(*)::int from questions where member_id = ${id})
        + (select count(*)::int from reservations where member_id = ${id})
        + (select count(*)::int from slot_claims join reservations on reservations.id = reservation_id
          where reservations.member_id = ${id}) as live,
      (select count(*)::int from retained.contracts where subject_hash = ${subject})
        + (select count(*)::int from retained.disputes where subject_hash = ${subject}) as retained,
      exists (select from retained.erasures where subject_hash = ${subject}) as noted`);
  return rows[0] ?? { member: false, live: -1, retained: -1, noted: false };
};

/** There with everything, or gone with everything and noted. */
const judge = ({ member, live, retained, noted }: Traces): 'there' | 'gone' | 'half' => {
  if (member && live === 4 && retained === 0 && !noted) return 'there';
  return !member && live === 0 && retained === 2 && noted ? 'gone' : 'half';
};

interface Told {
  readonly there: number;
  readonly gone: number;
  readonly faults: string[];
}

const withdrawAmidKills = async (
  database: StormDatabase,
  people: readonly Person[],
  settings: Record<string, string>,
): Promise<Told> => {
  const http = createHttpAsk();
  const faults: string[] = [];
  const told = { there: 0, gone: 0 };
  const serve = async (own: Record<string, string> = {}): Promise<ServerProcess> => {
    const server = await startServer({ ...settings, ...own });
    http.use([server.url]);
    return server;
  };
  try {
    const first = await serve();
    for (const [index, person] of people.entries()) await fill(http.ask, person, index);
    await first.stop();
    for (const [index, person] of people.entries()) {
      const step = 1 + Math.floor((index * STATEMENTS) / people.length);
      const server = await serve(dying(WITHDRAWAL, step));
      const token = await person.token();
      const { status } = await http.ask({ method: 'DELETE', path: '/api/member', token });
      await server.kill();
      const state = judge(await database.visit((db) => lookFor(db, person)));
      if (state === 'half') faults.push(`killed at statement ${step}: a member is half deleted`);
      else told[state] += 1;
      if (status === 204 && state !== 'gone')
        faults.push(`statement ${step}: told that all is gone, and it is not`);
    }
    // Whoever is still there asks again, and whoever is gone stays gone.
    const last = await serve();
    for (const person of people)
      await http.ask({ method: 'DELETE', path: '/api/member', token: await person.token() });
    await last.stop();
    const after = await database.visit((db) => Promise.all(people.map((person) => lookFor(db, person))));
    const left = after.filter((traces) => judge(traces) !== 'gone').length;
    return {
      ...told,
      faults: [...faults, ...demand(left === 0, `${left} members could not leave after it`)],
    };
  } finally {
    http.close();
  }
};

const countOverdue = (database: StormDatabase): Promise<number> =>
  database.visit(async (db) => {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from login_log`);
    return rows[0]?.count ?? -1;
  });

const purgeAmidKills = async (
  database: StormDatabase,
  kills: number,
  settings: Record<string, string>,
): Promise<{ readonly left: readonly number[]; readonly faults: string[] }> => {
  await database.visit((db) =>
    db.execute(sql`
      insert into login_log (outcome, address, user_agent, at)
      select 'SUCCESS', '203.0.113.1', 'storm', now() - interval '1 year' from generate_series(1, ${OVERDUE})`),
  );
  const left: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // The purge runs at the start.
    const server = await startServer({ ...settings, ...dying(PURGE, 1 + PURGE_STEP * kill) }).catch(
      () => null,
    );
    const until = performance.now() + LONGEST_PURGE;
    while (server?.ended() === null && performance.now() < until) await sleep(20);
    await server?.kill();
    left.push(await countOverdue(database));
  }
  const last = await startServer(settings);
  for (let tries = 0; tries < 50; tries += 1) await fetch(`${last.url}/healthz`);
  await last.stop();
  const end = await countOverdue(database);
  return { left, faults: demand(end === 0, `${end} overdue rows are left after the purge ran undisturbed`) };
};

export const erasure: Scenario = {
  id: 'F-24',
  title: 'the server is killed at each statement of a withdrawal, and amid the purge',
  grounds: ['embedded', 'postgres'],
  run: async ({ place }, { isShort }): Promise<Outcome> => {
    const kills = isShort ? KILLS.short : KILLS.whole;
    const database = await place();
    try {
      const settings = stormSettings(database);
      const people = await database.visit((db) => insertPeople(db, kills));
      const told = await withdrawAmidKills(database, people, settings);
      const file = join(database.settings.DATA_DIR ?? '', 'erasures.jsonl');
      await database.visit((db) => openErasureLedger(file).catchUp(db));
      const subjects = (await readSubjects(file)) ?? new Set();
      const missing = people.filter(({ id }) => !subjects.has(hashSubject(id).toString('hex'))).length;
      const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '').length;
      const purge = await purgeAmidKills(database, isShort ? PURGE_KILLS.short : PURGE_KILLS.whole, settings);
      return {
        did: `${kills} withdrawals killed at one statement after another: ${told.gone} were gone whole, ${told.there} there whole, and left when they asked again; ${lines} lines in the ledger beside the database; the purge of ${OVERDUE} rows killed ${purge.left.length} times (left after each: ${purge.left.join(', ')}), then finished`,
        history: [],
        faults: [
          ...told.faults,
          ...purge.faults,
          ...demand(told.gone > 0 && told.there > 0, 'no kill came before, or none after, the commit'),
          ...demand(missing === 0, `${missing} erasures have no line in the ledger`),
        ],
      };
    } finally {
      await database.remove();
    }
  },
};
