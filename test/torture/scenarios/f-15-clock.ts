import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seoulMoment } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import { slotStartHour } from '#contract/slots.ts';
import { playInProcess } from '#test/torture/app-scene.ts';
import type { AppScene } from '#test/torture/app-scene.ts';
import type { Place } from '#test/torture/history.ts';
import { book, cancel, move, readTaken } from '#test/torture/operations.ts';
import { demand } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Seoul'];

interface Border {
  readonly name: string;
  /** In Seoul, as ISO with +09:00: just before, and at the border. */
  readonly before: string;
  readonly at: string;
  readonly place: Place;
  /** What a booking is told on either side. */
  readonly told: readonly [string, string];
}

const OK = 'ok';

const borders: readonly Border[] = [
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

/** On either side of a border, and what is booked is seen on its own date. */
const stepOver = async (border: Border, { storm, clock, members }: AppScene): Promise<string[]> => {
  const [one, other] = [members.at(-1), members.at(-2)];
  if (one === undefined || other === undefined) return [];
  const faults: string[] = [];
  const expect = async (moment: string, member: typeof one, expected: string): Promise<void> => {
    clock.set(moment);
    const done = await book(storm, member, { ...border.place, key: randomUUID() });
    faults.push(
      ...demand(tell(done) === expected, `${border.name}: at ${moment} ${tell(done)} instead of ${expected}`),
    );
    if (done.outcome !== 'ok') return;
    const { seen } = await readTaken(storm, border.place.date);
    faults.push(...demand(seen.includes(border.place.slot), `${border.name}: booked and shown as free`));
    // Free for the other zones' turns.
    clock.set('2026-11-21T10:00:00+09:00');
    if (done.code !== null) await cancel(storm, member, done.code);
  };
  await expect(border.before, one, border.told[0]);
  await expect(border.at, other, border.told[1]);
  return faults;
};

/** Until 24 hours before a meeting it can be cancelled and moved, and not a moment longer. */
const closeChanges = async ({ storm, clock, members }: AppScene): Promise<string[]> => {
  const member = members.at(-3);
  if (member === undefined) return [];
  const faults: string[] = [];
  const meeting: Place = { date: '2026-12-10', slot: '15-16' };
  const last = seoulMoment('2026-12-09', 15).getTime();
  for (const [moment, expected] of [
    [last - 1_000, OK],
    [last, 'CHANGE_TOO_LATE'],
  ] as const) {
    clock.set('2026-11-21T10:00:00+09:00');
    const { code } = await book(storm, member, { ...meeting, key: randomUUID() });
    if (code === null) return ['nothing was booked to be changed'];
    clock.set(new Date(moment));
    const moved = tell(await move(storm, member, code, { date: '2026-12-11', slot: '15-16' }));
    clock.set(new Date(moment));
    // Once moved, it lies a day later and can be cancelled for a day longer.
    const cancelled = tell(await cancel(storm, member, code));
    faults.push(
      ...demand(moved === expected, `moving: ${moved} instead of ${expected}`),
      ...demand(cancelled === expected, `cancelling: ${cancelled} instead of ${expected}`),
    );
  }
  return faults;
};

const CLIENTS = 40;
const RUSH = 1_000;

/** Clients book today's 09-10 … while the clock strikes: who asked after it is refused, who was answered before it is not. */
const rushOver = async ({ storm, clock, members }: AppScene, slot: Slot): Promise<string[]> => {
  const strikes = seoulMoment('2026-12-15', slotStartHour(slot)).getTime();
  const from = storm.history.length;
  clock.set(new Date(strikes - RUSH / 2));
  // On the clock by which the history is told.
  const struck = storm.now() + RUSH / 2;
  const client = async (index: number): Promise<void> => {
    await sleep(randomInt(RUSH));
    const member = members[index];
    if (member === undefined) return;
    const wish = { date: '2026-12-15', slot, key: randomUUID() };
    const { outcome } = await book(storm, member, wish);
    if (outcome === 'unknown') await book(storm, member, wish);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  return storm.history.slice(from).flatMap((done) => {
    if (done.outcome === 'ok' && done.start > struck + 1) return [`${slot} was booked after it had begun`];
    if (done.code === 'SLOT_PAST' && done.end < struck - 1) return [`${slot} was past before it had begun`];
    return [];
  });
};

export const clockBorders: Scenario = {
  id: 'F-15',
  title: 'borders of slots, days, years and of the time for changes, in three zones of the machine',
  grounds: ['embedded', 'postgres'],
  run: (ground) =>
    playInProcess(
      ground,
      { members: 50, startsAt: '2026-11-21T10:00:00+09:00', goesBack: true },
      async (scene) => {
        const faults: string[] = [];
        const zone = process.env.TZ;
        try {
          for (const name of ZONES) {
            process.env.TZ = name;
            for (const border of borders)
              faults.push(...(await stepOver(border, scene)).map((fault) => `${name}: ${fault}`));
            faults.push(...(await closeChanges(scene)).map((fault) => `${name}: ${fault}`));
          }
        } finally {
          if (zone === undefined) delete process.env.TZ;
          else process.env.TZ = zone;
        }
        for (const slot of ['09-10', '12-13', '15-16', '18-19', '21-22'] as const)
          faults.push(...(await rushOver(scene, slot)));
        return {
          did: `${borders.length} borders in ${ZONES.length} zones, 5 slots with ${CLIENTS} clients while they began`,
          faults,
        };
      },
    ),
};
