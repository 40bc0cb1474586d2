import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DateSlot } from '#tools/chaos/checker/history.ts';
import { block, book, readBookedTimes, unblock } from '#tools/chaos/operations.ts';
import { allEnvironments, violationUnless, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { bookableDates, slotsOn } from '#tools/chaos/random-clients.ts';

const ROUNDS = 40;
const MEMBERS = 100;
/** A member may book twice per date, so each round uses another date and other members. */
const POOL = 600;
const ADMINS = 3;
const ATTEMPTS_PER_ADMIN = 6;
const READS_PER_ROUND = 5;
const SPREAD_MS = 150;

const contendForSlot = async (
  dateSlot: DateSlot,
  round: number,
  { workload, members, admins }: ServerFixture,
): Promise<void> => {
  const first = (round * MEMBERS) % (POOL - MEMBERS + 1);
  const memberWork = members.slice(first, first + MEMBERS).map(async (member) => {
    await sleep(randomInt(SPREAD_MS));
    await book(workload, member, { ...dateSlot, key: randomUUID() });
  });
  const adminWork = admins.map(async (admin) => {
    for (let attempt = 0; attempt < ATTEMPTS_PER_ADMIN; attempt += 1) {
      await (randomInt(2) === 0 ? block : unblock)(workload, admin, dateSlot);
      await sleep(randomInt(SPREAD_MS / ATTEMPTS_PER_ADMIN));
    }
  });
  const reading = (async () => {
    for (let reads = 0; reads < READS_PER_ROUND; reads += 1) {
      await readBookedTimes(workload, dateSlot.date);
      await sleep(SPREAD_MS / READS_PER_ROUND);
    }
  })();
  await Promise.all([...memberWork, ...adminWork, reading]);
};

export const blocks: Scenario = {
  id: 'F-02',
  title: '3 admins block and unblock a slot that 100 members try to book',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }) =>
    runWithServers(
      { database: await createDatabase(), servers, members: POOL, admins: ADMINS },
      async (fixture) => {
        const dateSlots = slotsOn(bookableDates(0, ROUNDS)).filter((_, index) => index % 5 === 0);
        for (const [round, one] of dateSlots.entries()) await contendForSlot(one, round, fixture);
        const { history } = fixture.workload;
        const won = history.filter(({ op, outcome }) => op === 'book' && outcome === 'ok').length;
        const rejectedBlocks = history.filter(
          ({ op, code }) => op !== 'book' && code === 'SLOT_BOOKED',
        ).length;
        return {
          summary: `${ROUNDS} slots, each booked by ${MEMBERS} members and blocked and unblocked by ${ADMINS} admins: ${won} went to a member`,
          // A run that one side always wins would prove nothing.
          violations: violationUnless(won > 0 && rejectedBlocks > 0, 'members and admins never conflicted'),
        };
      },
    ),
};
