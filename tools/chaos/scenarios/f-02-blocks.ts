import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DateSlot } from '#tools/chaos/checker/history.ts';
import { block, book, readBookedTimes, unblock } from '#tools/chaos/operations.ts';
import { allEnvironments, violationUnless } from '#tools/chaos/scenario.ts';
import type { Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import type { ServerFixture } from '#tools/chaos/server-fixture.ts';
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
  place: DateSlot,
  round: number,
  { workload, members, admins }: ServerFixture,
): Promise<void> => {
  const first = (round * MEMBERS) % (POOL - MEMBERS + 1);
  const wanting = members.slice(first, first + MEMBERS).map(async (member) => {
    await sleep(randomInt(SPREAD_MS));
    await book(workload, member, { ...place, key: randomUUID() });
  });
  const ruling = admins.map(async (admin) => {
    for (let deed = 0; deed < ATTEMPTS_PER_ADMIN; deed += 1) {
      await (randomInt(2) === 0 ? block : unblock)(workload, admin, place);
      await sleep(randomInt(SPREAD_MS / ATTEMPTS_PER_ADMIN));
    }
  });
  const looking = (async () => {
    for (let looks = 0; looks < READS_PER_ROUND; looks += 1) {
      await readBookedTimes(workload, place.date);
      await sleep(SPREAD_MS / READS_PER_ROUND);
    }
  })();
  await Promise.all([...wanting, ...ruling, looking]);
};

export const blocks: Scenario = {
  id: 'F-02',
  title: '3 admins block and unblock a slot that 100 members want',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }) =>
    runWithServers(
      { database: await createDatabase(), servers, members: POOL, admins: ADMINS },
      async (scene) => {
        const places = slotsOn(bookableDates(0, ROUNDS)).filter((_, index) => index % 5 === 0);
        for (const [round, one] of places.entries()) await contendForSlot(one, round, scene);
        const { history } = scene.workload;
        const won = history.filter(({ op, outcome }) => op === 'book' && outcome === 'ok').length;
        const refused = history.filter(({ op, code }) => op !== 'book' && code === 'SLOT_BOOKED').length;
        return {
          did: `${ROUNDS} slots, each wanted by ${MEMBERS} members and ruled by ${ADMINS} admins: ${won} went to a member, ${ROUNDS - won} to nobody`,
          // A run that one side always wins would prove nothing.
          faults: violationUnless(won > 0 && refused > 0, 'members and admins never met'),
        };
      },
    ),
};
