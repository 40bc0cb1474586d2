import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seoulInstant } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import { slotStartHour } from '#contract/slots.ts';
import { runInProcess } from '#tools/chaos/in-process-fixture.ts';
import type { InProcessFixture } from '#tools/chaos/in-process-fixture.ts';
import type { DateSlot } from '#tools/chaos/checker/history.ts';
import { book, cancel, move, readBookedTimes } from '#tools/chaos/operations.ts';
import { violationUnless } from '#tools/chaos/scenario.ts';
import type { Scenario } from '#tools/chaos/scenario.ts';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Seoul'];

interface ClockBoundary {
  readonly name: string;
  /** Instants in Seoul, in ISO 8601 with +09:00: shortly before the boundary, and at it. */
  readonly before: string;
  readonly at: string;
  readonly place: DateSlot;
  /** Expected outcome of a booking before and at the boundary. */
  readonly told: readonly [string, string];
}

const OK = 'ok';

const clockBoundaryCases: readonly ClockBoundary[] = [
  ...(['09-10', '12-13', '15-16', '18-19', '21-22'] as const satisfies readonly Slot[]).map((slot) => ({
    name: `${slot} begins`,
    before: `2026-12-01T${String(slotStartHour(slot) - 1).padStart(2, '0')}:59:59.000+09:00`,
    at: `2026-12-01T${String(slotStartHour(slot)).padStart(2, '0')}:00:00+09:00`,
    place: { date: '2026-12-01', slot },
    told: [OK, 'SLOT_PAST'] as const,
  })),
  {
    name: 'midnight ends a day',
    before: '2026-12-02T20:59:59.000+09:00',
    at: '2026-12-03T00:00:00+09:00',
    place: { date: '2026-12-02', slot: '21-22' },
    told: [OK, 'DATE_UNAVAILABLE'],
  },
  {
    name: 'midnight opens the last day of the year ahead',
    before: '2026-12-03T23:59:59.000+09:00',
    at: '2026-12-04T00:00:00+09:00',
    place: { date: '2027-12-04', slot: '09-10' },
    told: ['DATE_UNAVAILABLE', OK],
  },
  {
    name: 'the year ends',
    before: '2026-12-31T20:59:59.000+09:00',
    at: '2027-01-01T00:00:00+09:00',
    place: { date: '2026-12-31', slot: '21-22' },
    told: [OK, 'DATE_UNAVAILABLE'],
  },
  {
    name: 'a leap day begins to be bookable',
    before: '2027-02-28T23:59:59.000+09:00',
    at: '2027-03-01T00:00:00+09:00',
    place: { date: '2028-02-29', slot: '12-13' },
    told: ['DATE_UNAVAILABLE', OK],
  },
  {
    name: 'a leap day ends',
    before: '2028-02-29T20:59:59.000+09:00',
    at: '2028-03-01T00:00:00+09:00',
    place: { date: '2028-02-29', slot: '21-22' },
    told: [OK, 'DATE_UNAVAILABLE'],
  },
];

const tell = ({ outcome, code }: { outcome: string; code: string | null }): string =>
  outcome === 'fail' ? (code ?? 'fail') : outcome;

/** Books before and at a boundary and checks that the booking appears on its own date. */
const crossBoundary = async (
  border: ClockBoundary,
  { workload, clock, members }: InProcessFixture,
): Promise<string[]> => {
  const [one, other] = [members.at(-1), members.at(-2)];
  if (one === undefined || other === undefined) return [];
  const faults: string[] = [];
  const expect = async (moment: string, member: typeof one, expected: string): Promise<void> => {
    clock.set(moment);
    const done = await book(workload, member, { ...border.place, key: randomUUID() });
    faults.push(
      ...violationUnless(
        tell(done) === expected,
        `${border.name}: at ${moment} ${tell(done)} instead of ${expected}`,
      ),
    );
    if (done.outcome !== 'ok') return;
    const { takenSlots } = await readBookedTimes(workload, border.place.date);
    faults.push(
      ...violationUnless(takenSlots.includes(border.place.slot), `${border.name}: booked and shown as free`),
    );
    // Frees the slot for the other time zones.
    clock.set('2026-11-21T10:00:00+09:00');
    if (done.code !== null) await cancel(workload, member, done.code);
  };
  await expect(border.before, one, border.told[0]);
  await expect(border.at, other, border.told[1]);
  return faults;
};

/** A booking can be moved and cancelled until 24 hours before its meeting. */
const crossChangeDeadline = async ({ workload, clock, members }: InProcessFixture): Promise<string[]> => {
  const member = members.at(-3);
  if (member === undefined) return [];
  const faults: string[] = [];
  const meeting: DateSlot = { date: '2026-12-10', slot: '15-16' };
  const last = seoulInstant('2026-12-09', 15).getTime();
  for (const [moment, expected] of [
    [last - 1_000, OK],
    [last, 'CHANGE_TOO_LATE'],
  ] as const) {
    clock.set('2026-11-21T10:00:00+09:00');
    const { code } = await book(workload, member, { ...meeting, key: randomUUID() });
    if (code === null) return ['nothing was booked to be changed'];
    clock.set(new Date(moment));
    const moved = tell(await move(workload, member, code, { date: '2026-12-11', slot: '15-16' }));
    clock.set(new Date(moment));
    // After a move by one day the deadline is also one day later.
    const cancelled = tell(await cancel(workload, member, code));
    faults.push(
      ...violationUnless(moved === expected, `moving: ${moved} instead of ${expected}`),
      ...violationUnless(cancelled === expected, `cancelling: ${cancelled} instead of ${expected}`),
    );
  }
  return faults;
};

const CLIENTS = 40;
const BURST_MS = 1_000;

/**
 * Clients book a slot around its start: requests sent after the start must be rejected, responses before it must not say that
 * it is past.
 */
const bookAcrossSlotStart = async (
  { workload, clock, members }: InProcessFixture,
  slot: Slot,
): Promise<string[]> => {
  const strikes = seoulInstant('2026-12-15', slotStartHour(slot)).getTime();
  const from = workload.history.length;
  clock.set(new Date(strikes - BURST_MS / 2));
  // Converts the start to the clock of the history.
  const struck = workload.nowMs() + BURST_MS / 2;
  const client = async (index: number): Promise<void> => {
    await sleep(randomInt(BURST_MS));
    const member = members[index];
    if (member === undefined) return;
    const wish = { date: '2026-12-15', slot, key: randomUUID() };
    const { outcome } = await book(workload, member, wish);
    if (outcome === 'unknown') await book(workload, member, wish);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return workload.history.slice(from).flatMap((done) => {
    if (done.outcome === 'ok' && done.start > struck + 1) return [`${slot} was booked after it had begun`];
    if (done.code === 'SLOT_PAST' && done.end < struck - 1) return [`${slot} was past before it had begun`];
    return [];
  });
};

export const clockBoundaries: Scenario = {
  id: 'F-15',
  title: 'borders of slots, days, years and of the time for changes, in three zones of the machine',
  environments: ['embedded', 'postgres'],
  run: (ground) =>
    runInProcess(
      ground,
      { members: 50, startsAt: '2026-11-21T10:00:00+09:00', clockGoesBack: true },
      async (scene) => {
        const faults: string[] = [];
        const zone = process.env.TZ;
        try {
          for (const name of ZONES) {
            process.env.TZ = name;
            for (const border of clockBoundaryCases)
              faults.push(...(await crossBoundary(border, scene)).map((fault) => `${name}: ${fault}`));
            faults.push(...(await crossChangeDeadline(scene)).map((fault) => `${name}: ${fault}`));
          }
        } finally {
          if (zone === undefined) delete process.env.TZ;
          else process.env.TZ = zone;
        }
        for (const slot of ['09-10', '12-13', '15-16', '18-19', '21-22'] as const)
          faults.push(...(await bookAcrossSlotStart(scene, slot)));
        return {
          did: `${clockBoundaryCases.length} borders in ${ZONES.length} zones, 5 slots with ${CLIENTS} clients while they began`,
          faults,
        };
      },
    ),
};
