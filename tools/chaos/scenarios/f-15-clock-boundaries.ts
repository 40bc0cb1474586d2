import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { slotInstant } from '#contract/bookable-dates.ts';
import { seoulInstant } from '#contract/seoul-time.ts';
import { type Slot, slotStart } from '#contract/slots.ts';
import { runInProcess, type InProcessFixture } from '#tools/chaos/in-process-fixture.ts';
import type { DateSlot } from '#tools/chaos/checker/history.ts';
import { book, cancel, move, readBookedTimes } from '#tools/chaos/operations.ts';
import { violationUnless, type Scenario } from '#tools/chaos/scenario.ts';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Seoul'];

interface ClockBoundary {
  readonly name: string;
  /** Instants in Seoul, in ISO 8601 with +09:00: shortly before the boundary, and at it. */
  readonly before: string;
  readonly at: string;
  readonly dateSlot: DateSlot;
  /** Expected outcome of a booking before and at the boundary. */
  readonly expected: readonly [string, string];
}

const OK = 'ok';

const clockBoundaryCases: readonly ClockBoundary[] = [
  ...(['09-10', '12-13', '15-16', '18-19', '21-22'] as const satisfies readonly Slot[]).map((slot) => ({
    name: `${slot} begins`,
    before: `2026-12-01T${String(slotStart(slot) / 60 - 1).padStart(2, '0')}:59:59.000+09:00`,
    at: `2026-12-01T${String(slotStart(slot) / 60).padStart(2, '0')}:00:00+09:00`,
    dateSlot: { date: '2026-12-01', slot },
    expected: [OK, 'SLOT_PAST'] as const,
  })),
  {
    name: 'midnight ends a day',
    before: '2026-12-02T20:59:59.000+09:00',
    at: '2026-12-03T00:00:00+09:00',
    dateSlot: { date: '2026-12-02', slot: '21-22' },
    expected: [OK, 'DATE_UNAVAILABLE'],
  },
  {
    name: 'midnight opens the last day of the year ahead',
    before: '2026-12-03T23:59:59.000+09:00',
    at: '2026-12-04T00:00:00+09:00',
    dateSlot: { date: '2027-12-04', slot: '09-10' },
    expected: ['DATE_UNAVAILABLE', OK],
  },
  {
    name: 'the year ends',
    before: '2026-12-31T20:59:59.000+09:00',
    at: '2027-01-01T00:00:00+09:00',
    dateSlot: { date: '2026-12-31', slot: '21-22' },
    expected: [OK, 'DATE_UNAVAILABLE'],
  },
  {
    name: 'a leap day begins to be bookable',
    before: '2027-02-28T23:59:59.000+09:00',
    at: '2027-03-01T00:00:00+09:00',
    dateSlot: { date: '2028-02-29', slot: '12-13' },
    expected: ['DATE_UNAVAILABLE', OK],
  },
  {
    name: 'a leap day ends',
    before: '2028-02-29T20:59:59.000+09:00',
    at: '2028-03-01T00:00:00+09:00',
    dateSlot: { date: '2028-02-29', slot: '21-22' },
    expected: [OK, 'DATE_UNAVAILABLE'],
  },
];

const formatOutcome = ({ outcome, code }: { outcome: string; code: string | null }): string =>
  outcome === 'fail' ? (code ?? 'fail') : outcome;

/** Books before and at a boundary and checks that the booking appears on its own date. */
const crossBoundary = async (
  boundary: ClockBoundary,
  { workload, clock, members }: InProcessFixture,
): Promise<string[]> => {
  const [one, other] = [members.at(-1), members.at(-2)];
  if (one === undefined || other === undefined) return [];
  const violations: string[] = [];
  const expect = async (instant: string, member: typeof one, expected: string): Promise<void> => {
    clock.set(instant);
    const done = await book(workload, member, { ...boundary.dateSlot, key: randomUUID() });
    violations.push(
      ...violationUnless(
        formatOutcome(done) === expected,
        `${boundary.name}: at ${instant} ${formatOutcome(done)} instead of ${expected}`,
      ),
    );
    if (done.outcome !== 'ok') return;
    const { takenSlots } = await readBookedTimes(workload, boundary.dateSlot.date);
    violations.push(
      ...violationUnless(
        takenSlots.includes(boundary.dateSlot.slot),
        `${boundary.name}: a booked slot is shown as free`,
      ),
    );
    // Frees the slot for the other time zones.
    clock.set('2026-11-21T10:00:00+09:00');
    if (done.code !== null) await cancel(workload, member, done.code);
  };
  await expect(boundary.before, one, boundary.expected[0]);
  await expect(boundary.at, other, boundary.expected[1]);
  return violations;
};

/** A booking can be moved and cancelled until 24 hours before its meeting. */
const crossChangeDeadline = async ({ workload, clock, members }: InProcessFixture): Promise<string[]> => {
  const member = members.at(-3);
  if (member === undefined) return [];
  const violations: string[] = [];
  const meeting: DateSlot = { date: '2026-12-10', slot: '15-16' };
  const last = seoulInstant('2026-12-09', 15).getTime();
  for (const [instant, expected] of [
    [last - 1_000, OK],
    [last, 'CHANGE_TOO_LATE'],
  ] as const) {
    clock.set('2026-11-21T10:00:00+09:00');
    const { code } = await book(workload, member, { ...meeting, key: randomUUID() });
    if (code === null) return ['the booking to be changed failed'];
    clock.set(new Date(instant));
    const moved = formatOutcome(await move(workload, member, code, { date: '2026-12-11', slot: '15-16' }));
    clock.set(new Date(instant));
    // After a move by one day the deadline is also one day later.
    const cancelled = formatOutcome(await cancel(workload, member, code));
    violations.push(
      ...violationUnless(moved === expected, `moving: ${moved} instead of ${expected}`),
      ...violationUnless(cancelled === expected, `cancelling: ${cancelled} instead of ${expected}`),
    );
  }
  return violations;
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
  const startsAt = slotInstant('2026-12-15', slot).getTime();
  const from = workload.history.length;
  clock.set(new Date(startsAt - BURST_MS / 2));
  // Converts the start to the clock of the history.
  const recordedSlotStart = workload.nowMs() + BURST_MS / 2;
  const client = async (index: number): Promise<void> => {
    await sleep(randomInt(BURST_MS));
    const member = members[index];
    if (member === undefined) return;
    const input = { date: '2026-12-15', slot, key: randomUUID() };
    const { outcome } = await book(workload, member, input);
    if (outcome === 'unknown') await book(workload, member, input);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return workload.history.slice(from).flatMap((done) => {
    if (done.outcome === 'ok' && done.start > recordedSlotStart + 1)
      return [`${slot} was booked after its start`];
    if (done.code === 'SLOT_PAST' && done.end < recordedSlotStart - 1)
      return [`${slot} was rejected as past before its start`];
    return [];
  });
};

export const clockBoundaries: Scenario = {
  id: 'F-15',
  title: 'bookings and changes at the boundaries of slots, days, years and deadlines, in three time zones',
  environments: ['embedded', 'postgres'],
  run: (environment) =>
    runInProcess(
      environment,
      { members: 50, startsAt: '2026-11-21T10:00:00+09:00', clockGoesBack: true },
      async (fixture) => {
        const violations: string[] = [];
        const zone = process.env.TZ;
        try {
          for (const name of ZONES) {
            process.env.TZ = name;
            for (const boundary of clockBoundaryCases)
              violations.push(
                ...(await crossBoundary(boundary, fixture)).map((violation) => `${name}: ${violation}`),
              );
            violations.push(
              ...(await crossChangeDeadline(fixture)).map((violation) => `${name}: ${violation}`),
            );
          }
        } finally {
          if (zone === undefined) delete process.env.TZ;
          else process.env.TZ = zone;
        }
        for (const slot of ['09-10', '12-13', '15-16', '18-19', '21-22'] as const)
          violations.push(...(await bookAcrossSlotStart(fixture, slot)));
        return {
          summary: `${clockBoundaryCases.length} boundaries in ${ZONES.length} time zones, 5 slots booked by ${CLIENTS} clients around their start`,
          violations,
        };
      },
    ),
};
