import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOLD_MINUTES } from '#contract/reservations.ts';
import { addDays } from '#contract/seoul-time.ts';
import { slotKey } from '#tools/chaos/checker/history.ts';
import { runInProcess } from '#tools/chaos/in-process-fixture.ts';
import type { InProcessFixture } from '#tools/chaos/in-process-fixture.ts';
import { book, hold, readBookedTimes } from '#tools/chaos/operations.ts';
import { allEnvironments, violationUnless } from '#tools/chaos/scenario.ts';
import type { Scenario } from '#tools/chaos/scenario.ts';
import { slotsOn } from '#tools/chaos/random-clients.ts';

const HOLDERS = 50;
const ROUNDS = 6;
const FIRST_DATE = '2026-12-01';
const MINUTE_MS = 60_000;
/** How long before the holds expire the run starts, and how long after they expire it ends. */
const BEFORE_EXPIRY_MS = 400;
/** One in this many holders books at the last moment; the others do not return. */
const HOLDERS_PER_BOOKER = 3;

/** 50 slots are held. As the holds expire, 50 other members want the slots, and some of the holders return. */
const expireHolds = async (
  round: number,
  { workload, clock, members }: InProcessFixture,
): Promise<string[]> => {
  const now = new Date(`2026-11-21T10:00:00+09:00`);
  clock.set(new Date(now.getTime() + round * 60 * MINUTE_MS));
  const places = slotsOn(Array.from({ length: 10 }, (_, day) => addDays(FIRST_DATE, round * 10 + day)));
  const holders = members.slice(0, HOLDERS);
  const others = members.slice(HOLDERS, 2 * HOLDERS);
  const given = await Promise.all(
    holders.map((member, index) => hold(workload, member, places[index] ?? { date: '', slot: '09-10' })),
  );
  const ends = given.flatMap(({ heldUntil }) => heldUntil ?? []);
  if (ends.length < HOLDERS) return [`round ${round}: only ${ends.length} of ${HOLDERS} holds were given`];
  const early = await Promise.all(
    others.map((member, index) =>
      book(workload, member, { ...(places[index] ?? { date: '', slot: '09-10' }), key: randomUUID() }),
    ),
  );
  const faults = violationUnless(
    early.every(({ code }) => code === 'SLOT_TAKEN'),
    `round ${round}: a slot was booked under a hold that had ${HOLD_MINUTES} minutes to go`,
  );

  clock.set(new Date(Math.min(...ends) - BEFORE_EXPIRY_MS));
  const over = Math.max(...ends) + BEFORE_EXPIRY_MS;
  const wish = async (index: number): Promise<void> => {
    const [member, place] = [others[index], places[index]];
    if (member === undefined || place === undefined) return;
    await sleep(randomInt(BEFORE_EXPIRY_MS));
    for (;;) {
      const { outcome, start } = await book(workload, member, { ...place, key: randomUUID() });
      // After the expiry, either this member or another has the slot.
      if (outcome === 'ok' || start > over) return;
      await sleep(randomInt(20));
    }
  };
  const comeBack = async (index: number): Promise<void> => {
    const [member, place] = [holders[index], places[index]];
    if (member === undefined || place === undefined || index % HOLDERS_PER_BOOKER !== 0) return;
    await sleep(randomInt(2 * BEFORE_EXPIRY_MS));
    await book(workload, member, { ...place, key: randomUUID() });
  };
  const look = async (): Promise<void> => {
    while (clock.now().getTime() < over) {
      await readBookedTimes(workload, places[randomInt(places.length)]?.date ?? '');
      await sleep(40);
    }
  };
  const everyone = Array.from({ length: HOLDERS }, (_, index) => index);
  await Promise.all([...everyone.map(wish), ...everyone.map(comeBack), look()]);

  const owned = new Set(
    workload.history.flatMap((done) =>
      done.op === 'book' && done.outcome === 'ok' ? [slotKey(done.args)] : [],
    ),
  );
  const lost = places.filter((place) => !owned.has(slotKey(place)));
  return [...faults, ...lost.map((place) => `lost slot: ${slotKey(place)} ran out and nobody got it`)];
};

export const holdExpiry: Scenario = {
  id: 'HOLDS',
  title: '50 holds run out while 50 members book',
  environments: allEnvironments,
  run: (ground) =>
    runInProcess(ground, { members: 2 * HOLDERS, startsAt: '2026-11-21T10:00:00+09:00' }, async (scene) => {
      const faults: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) faults.push(...(await expireHolds(round, scene)));
      const won = scene.workload.history.filter(
        ({ op, outcome }) => op === 'book' && outcome === 'ok',
      ).length;
      return { did: `${ROUNDS} times ${HOLDERS} holds ran out: ${won} slots, ${won} owners`, faults };
    }),
};
