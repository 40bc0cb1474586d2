import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOLD_MINUTES } from '#contract/reservations.ts';
import { addDays } from '#contract/seoul-time.ts';
import { placeOf } from '#test/torture/history.ts';
import { playInProcess } from '#test/torture/app-scene.ts';
import type { AppScene } from '#test/torture/app-scene.ts';
import { book, hold, readTaken } from '#test/torture/operations.ts';
import { allGrounds, demand } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { placesOn } from '#test/torture/storm-clients.ts';

const HOLDERS = 50;
const ROUNDS = 6;
const FIRST_DATE = '2026-12-01';
const MINUTE = 60_000;
/** The clock is set so long before the holds run out, and the crowd comes until so long after. */
const EVE = 400;
/** One holder in so many books at the last moment; the others have gone. */
const FAITHFUL = 3;

/** 50 slots are held; as they run out, 50 others want them, and some of the holders come back. */
const runOut = async (round: number, { storm, clock, members }: AppScene): Promise<string[]> => {
  const now = new Date(`2026-11-21T10:00:00+09:00`);
  clock.set(new Date(now.getTime() + round * 60 * MINUTE));
  const places = placesOn(Array.from({ length: 10 }, (_, day) => addDays(FIRST_DATE, round * 10 + day)));
  const holders = members.slice(0, HOLDERS);
  const others = members.slice(HOLDERS, 2 * HOLDERS);
  const given = await Promise.all(
    holders.map((member, index) => hold(storm, member, places[index] ?? { date: '', slot: '09-10' })),
  );
  const ends = given.flatMap(({ until }) => until ?? []);
  if (ends.length < HOLDERS) return [`round ${round}: only ${ends.length} of ${HOLDERS} holds were given`];
  const early = await Promise.all(
    others.map((member, index) =>
      book(storm, member, { ...(places[index] ?? { date: '', slot: '09-10' }), key: randomUUID() }),
    ),
  );
  const faults = demand(
    early.every(({ code }) => code === 'SLOT_TAKEN'),
    `round ${round}: a slot was booked under a hold that had ${HOLD_MINUTES} minutes to go`,
  );

  clock.set(new Date(Math.min(...ends) - EVE));
  const over = Math.max(...ends) + EVE;
  const wish = async (index: number): Promise<void> => {
    const [member, place] = [others[index], places[index]];
    if (member === undefined || place === undefined) return;
    await sleep(randomInt(EVE));
    for (;;) {
      const { outcome, start } = await book(storm, member, { ...place, key: randomUUID() });
      // Who asks when it has run out gets it, or somebody else has.
      if (outcome === 'ok' || start > over) return;
      await sleep(randomInt(20));
    }
  };
  const comeBack = async (index: number): Promise<void> => {
    const [member, place] = [holders[index], places[index]];
    if (member === undefined || place === undefined || index % FAITHFUL !== 0) return;
    await sleep(randomInt(2 * EVE));
    await book(storm, member, { ...place, key: randomUUID() });
  };
  const look = async (): Promise<void> => {
    while (clock.now().getTime() < over) {
      await readTaken(storm, places[randomInt(places.length)]?.date ?? '');
      await sleep(40);
    }
  };
  const everyone = Array.from({ length: HOLDERS }, (_, index) => index);
  await Promise.all([...everyone.map(wish), ...everyone.map(comeBack), look()]);

  const owned = new Set(
    storm.history.flatMap((done) =>
      done.op === 'book' && done.outcome === 'ok' ? [placeOf(done.args)] : [],
    ),
  );
  const lost = places.filter((place) => !owned.has(placeOf(place)));
  return [...faults, ...lost.map((place) => `lost slot: ${placeOf(place)} ran out and nobody got it`)];
};

export const holds: Scenario = {
  id: 'HOLDS',
  title: '50 holds run out while 50 members book',
  grounds: allGrounds,
  run: (ground) =>
    playInProcess(ground, { members: 2 * HOLDERS, startsAt: '2026-11-21T10:00:00+09:00' }, async (scene) => {
      const faults: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) faults.push(...(await runOut(round, scene)));
      const won = scene.storm.history.filter(({ op, outcome }) => op === 'book' && outcome === 'ok').length;
      return { did: `${ROUNDS} times ${HOLDERS} holds ran out: ${won} slots, ${won} owners`, faults };
    }),
};
