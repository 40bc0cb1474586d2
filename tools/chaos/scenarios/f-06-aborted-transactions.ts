import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { members as membersTable, slotClaims } from '#server/db/schema.ts';
import {
  allEnvironments,
  countUnknown,
  violationUnless,
  checkRejectedGoal,
  type Scenario,
} from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import { block, book, unblock } from '#tools/chaos/operations.ts';
import {
  bookableDates,
  pickRandom,
  slotsOn,
  runRandomClient,
  type RunState,
} from '#tools/chaos/random-clients.ts';

const CLIENTS = 16;
const MEMBERS = 1_500;
const OPERATIONS = { full: 4_000, short: 1_500 };
const MAX_RUN_MS = 60_000;
const VISIBLE_GOAL = 0.001;

/** Aborts one in twenty changes of slot claims. A sequence counts the aborts, because it is not rolled back. */
const INJECTION = `
create sequence injected_aborts;
create function inject_abort() returns trigger language plpgsql as $$
begin
  if random() < 0.05 then
    perform nextval('injected_aborts');
    if random() < 0.5 then raise exception 'injected' using errcode = '40P01'; end if;
    raise exception 'injected' using errcode = '40001';
  end if;
  return coalesce(new, old);
end $$;
create trigger inject_abort before insert or update or delete on slot_claims
  for each row execute function inject_abort();
`;

const addInjection = async (db: Db): Promise<void> => {
  for (const statement of INJECTION.split(/;\n(?=create|$)/)) {
    if (statement.trim() !== '') await db.execute(sql.raw(statement));
  }
};

const countAborts = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select case when is_called then last_value else 0 end::int as count from injected_aborts`,
  );
  return rows[0]?.count ?? 0;
};

const injectedAborts: Scenario = {
  id: 'F-06',
  title: 'the database aborts one in twenty changes (40P01, 40001)',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }, { isShort }) => {
    const operations = isShort ? OPERATIONS.short : OPERATIONS.full;
    const database = await createDatabase();
    return runWithServers(
      { database, servers, members: MEMBERS, admins: 2, prepare: addInjection },
      async ({ workload, members, admins }) => {
        const runState: RunState = { dates: bookableDates(0, 300), isServing: true, isRunning: true };
        const clientRuns = Promise.all(
          Array.from({ length: CLIENTS }, () => runRandomClient(workload, members, runState)),
        );
        const adminWork = Promise.all(
          admins.map(async (admin) => {
            const dateSlots = slotsOn(runState.dates);
            while (runState.isRunning)
              await pickRandom([block, unblock])(workload, admin, pickRandom(dateSlots));
          }),
        );
        const began = performance.now();
        while (workload.history.length < operations && performance.now() - began < MAX_RUN_MS)
          await sleep(10);
        runState.isRunning = false;
        await Promise.all([clientRuns, adminWork]);
        const { lost: visible, rejected } = countUnknown(workload.history);
        const total = workload.history.length;
        return {
          summary: `${total} operations, ${visible} failed visibly to a client (${((visible / total) * 100).toFixed(3)} %)`,
          goals: [checkRejectedGoal(rejected)],
          violations: violationUnless(
            visible / total < VISIBLE_GOAL,
            `${visible} of ${total} operations failed visibly to a client`,
          ),
          inspect: async (db) => {
            const aborted = await countAborts(db);
            return {
              summary: `${aborted} transactions were aborted`,
              violations: violationUnless(aborted > 0, 'nothing was aborted'),
            };
          },
        };
      },
    );
  },
};

const DEADLOCKS = { full: 30, short: 10 };

/** Locks the slot before the member, the reverse order of the application, and then rolls back. */
const lockInReverse = (
  db: Db,
  memberId: string,
  dateSlot: { date: string; slot: string },
): Promise<unknown> =>
  db
    .transaction(async (tx) => {
      await tx.execute(sql`set local deadlock_timeout = '10s'`);
      await tx.execute(sql`set local lock_timeout = '5s'`);
      await tx.insert(slotClaims).values({
        date: dateSlot.date,
        slot: dateSlot.slot as '09-10',
        kind: 'BLOCKED',
        createdAt: new Date(),
      });
      await sleep(30);
      await tx.select().from(membersTable).where(eq(membersTable.id, memberId)).for('update');
      throw new Error('roll back both locks');
    })
    .catch(() => undefined);

const deadlocks: Scenario = {
  id: 'F-06',
  title: 'real deadlocks: another transaction locks the slot before the member',
  environments: ['postgres'],
  run: async ({ createDatabase }, { isShort }) => {
    const database = await createDatabase();
    const bookings = isShort ? DEADLOCKS.short : DEADLOCKS.full;
    return runWithServers({ database, servers: 1, members: bookings }, async ({ workload, members }) => {
      const dateSlots = slotsOn(bookableDates(0, bookings));
      const countDeadlocks = (): Promise<number> =>
        database.withDb(async (db) => {
          const { rows } = await db.execute<{ deadlocks: number }>(
            sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
          );
          return rows[0]?.deadlocks ?? 0;
        });
      for (const member of members) {
        const target = pickRandom(dateSlots);
        const locking = database.withDb((db) => lockInReverse(db, member.id, target));
        await sleep(10);
        await Promise.all([locking, book(workload, member, { ...target, key: crypto.randomUUID() })]);
      }
      await sleep(1_000);
      const deadlockCount = await countDeadlocks();
      const { lost: visible, rejected } = countUnknown(workload.history);
      return {
        summary: `${bookings} bookings against a conflicting transaction, ${deadlockCount} deadlocks, ${visible} visible to a client`,
        goals: [checkRejectedGoal(rejected)],
        violations: [
          ...violationUnless(deadlockCount > 0, 'no deadlock occurred'),
          ...violationUnless(visible === 0, `${visible} deadlocks were visible to a client`),
        ],
      };
    });
  },
};

export const abortedTransactions: readonly Scenario[] = [injectedAborts, deadlocks];
