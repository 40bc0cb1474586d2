import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '#test/torture/history.ts';
import { block, book, readTaken, unblock } from '#test/torture/operations.ts';
import { allGrounds, demand } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import type { Scene } from '#test/torture/scene.ts';
import { datesAhead, placesOn } from '#test/torture/storm-clients.ts';

const ROUNDS = 40;
const MEMBERS = 100;
/** A member books twice on a date at most, so each round takes the place of another date. */
const POOL = 600;
const ADMINS = 3;
const DEEDS = 6;
const LOOKS = 5;
const SPREAD = 150;

const fightOver = async (place: Place, round: number, { storm, members, admins }: Scene): Promise<void> => {
  const first = (round * MEMBERS) % (POOL - MEMBERS + 1);
  const wanting = members.slice(first, first + MEMBERS).map(async (member) => {
    await sleep(randomInt(SPREAD));
    await book(storm, member, { ...place, key: randomUUID() });
  });
  const ruling = admins.map(async (admin) => {
    for (let deed = 0; deed < DEEDS; deed += 1) {
      await (randomInt(2) === 0 ? block : unblock)(storm, admin, place);
      await sleep(randomInt(SPREAD / DEEDS));
    }
  });
  const looking = (async () => {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await readTaken(storm, place.date);
      await sleep(SPREAD / LOOKS);
    }
  })();
  await Promise.all([...wanting, ...ruling, looking]);
};

export const blocks: Scenario = {
  id: 'F-02',
  title: '3 admins block and unblock a slot that 100 members want',
  grounds: allGrounds,
  run: async ({ place, servers }) =>
    playScene({ database: await place(), servers, members: POOL, admins: ADMINS }, async (scene) => {
      const places = placesOn(datesAhead(0, ROUNDS)).filter((_, index) => index % 5 === 0);
      for (const [round, one] of places.entries()) await fightOver(one, round, scene);
      const { history } = scene.storm;
      const won = history.filter(({ op, outcome }) => op === 'book' && outcome === 'ok').length;
      const refused = history.filter(({ op, code }) => op !== 'book' && code === 'SLOT_BOOKED').length;
      return {
        did: `${ROUNDS} slots, each wanted by ${MEMBERS} members and ruled by ${ADMINS} admins: ${won} went to a member, ${ROUNDS - won} to nobody`,
        // A fight that one side always wins at once would prove nothing.
        faults: demand(won > 0 && refused > 0, 'members and admins never met'),
      };
    }),
};
