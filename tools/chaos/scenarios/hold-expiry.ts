import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '#contract/seoul-time.ts';
import { slotKey } from '#tools/chaos/checker/history.ts';
import { runInProcess, type InProcessFixture } from '#tools/chaos/in-process-fixture.ts';
import { book, hold, readBookedTimes } from '#tools/chaos/operations.ts';
import { allEnvironments, violationUnless, type Scenario } from '#tools/chaos/scenario.ts';
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
  const dateSlots = slotsOn(Array.from({ length: 10 }, (_, day) => addDays(FIRST_DATE, round * 10 + day)));
  const holders = members.slice(0, HOLDERS);
  const others = members.slice(HOLDERS, 2 * HOLDERS);
  const holds = await Promise.all(
    holders.map((member, index) => hold(workload, member, dateSlots[index] ?? { date: '', slot: '09-10' })),
  );
  const ends = holds.flatMap(({ heldUntil }) => heldUntil ?? []);
  if (ends.length < HOLDERS) return [`round ${round}: only ${ends.length} of ${HOLDERS} holds were granted`];
  const early = await Promise.all(
    others.map((member, index) =>
      book(workload, member, { ...(dateSlots[index] ?? { date: '', slot: '09-10' }), key: randomUUID() }),
    ),
  );
  const violations = violationUnless(
    early.every(({ code }) => code === 'SLOT_TAKEN'),
    `round ${round}: a held slot was booked ten minutes before the hold expires`,
  );

  clock.set(new Date(Math.min(...ends) - BEFORE_EXPIRY_MS));
  const endMs = Math.max(...ends) + BEFORE_EXPIRY_MS;
  const bookAfterExpiry = async (index: number): Promise<void> => {
    const [member, dateSlot] = [others[index], dateSlots[index]];
    if (member === undefined || dateSlot === undefined) return;
    await sleep(randomInt(BEFORE_EXPIRY_MS));
    for (;;) {
      const { outcome, start } = await book(workload, member, { ...dateSlot, key: randomUUID() });
      // After the expiry, either this member or another has the slot.
      if (outcome === 'ok' || start > endMs) return;
      await sleep(randomInt(20));
    }
  };
  const bookOwnSlotAgain = async (index: number): Promise<void> => {
    const [member, dateSlot] = [holders[index], dateSlots[index]];
    if (member === undefined || dateSlot === undefined || index % HOLDERS_PER_BOOKER !== 0) return;
    await sleep(randomInt(2 * BEFORE_EXPIRY_MS));
    await book(workload, member, { ...dateSlot, key: randomUUID() });
  };
  const readUntilEnd = async (): Promise<void> => {
    while (clock.now().getTime() < endMs) {
      await readBookedTimes(workload, dateSlots[randomInt(dateSlots.length)]?.date ?? '');
      await sleep(40);
    }
  };
  const indexes = Array.from({ length: HOLDERS }, (_, index) => index);
  await Promise.all([...indexes.map(bookAfterExpiry), ...indexes.map(bookOwnSlotAgain), readUntilEnd()]);

  const bookedSlots = new Set(
    workload.history.flatMap((done) =>
      done.op === 'book' && done.outcome === 'ok' ? [slotKey(done.args)] : [],
    ),
  );
  const lost = dateSlots.filter((dateSlot) => !bookedSlots.has(slotKey(dateSlot)));
  return [
    ...violations,
    ...lost.map((dateSlot) => `lost slot: ${slotKey(dateSlot)} was not booked after its hold expired`),
  ];
};

export const holdExpiry: Scenario = {
  id: 'HOLDS',
  title: '50 holds expire while 50 other members book the slots',
  environments: allEnvironments,
  run: (environment) =>
    runInProcess(
      environment,
      { members: 2 * HOLDERS, startsAt: '2026-11-21T10:00:00+09:00' },
      async (fixture) => {
        const violations: string[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          violations.push(...(await expireHolds(round, fixture)));
        const won = fixture.workload.history.filter(
          ({ op, outcome }) => op === 'book' && outcome === 'ok',
        ).length;
        return { summary: `${ROUNDS} times ${HOLDERS} holds expired: ${won} slots booked`, violations };
      },
    ),
};
