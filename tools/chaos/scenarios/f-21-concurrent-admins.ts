import { randomUUID } from 'node:crypto';
import { addDays } from '#contract/seoul-time.ts';
import {
  block,
  book,
  bookGuest,
  cancel,
  changeState,
  move,
  readBookedTimes,
  unblock,
} from '#tools/chaos/operations.ts';
import { allEnvironments, violationUnless, checkUnknownGoal } from '#tools/chaos/scenario.ts';
import type { Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import type { ServerFixture } from '#tools/chaos/server-fixture.ts';
import { bookableDates, pickRandom } from '#tools/chaos/random-clients.ts';
import type { DateSlot } from '#tools/chaos/checker/history.ts';

const ROUNDS = 60;

/** Two admins and the member change one booking concurrently. */
const contendForBooking = async (
  round: number,
  home: DateSlot,
  { workload, members, admins }: ServerFixture,
): Promise<void> => {
  const [one, other] = admins;
  const member = members[round];
  if (one === undefined || other === undefined || member === undefined) return;
  const { code } = await book(workload, member, { ...home, key: randomUUID() });
  if (code === null) return;
  const away: DateSlot[] = [
    { ...home, slot: '12-13' },
    { ...home, slot: '15-16' },
  ];
  const deeds = [
    () => changeState(workload, one, code, 'CANCELLED'),
    () => move(workload, one, code, pickRandom(away), 'ADMIN'),
    () => changeState(workload, one, code, 'BOOKED'),
    () => block(workload, one, pickRandom(away)),
  ];
  const rule = async (who: typeof one): Promise<void> => {
    for (let deed = 0; deed < 3; deed += 1) {
      const act = pickRandom(deeds);
      await act();
      if (who === other) await unblock(workload, other, pickRandom(away));
    }
  };
  await Promise.all([
    rule(one),
    rule(other),
    move(workload, member, code, pickRandom(away)),
    cancel(workload, member, code),
    readBookedTimes(workload, home.date),
  ]);
};

/** Two admins concurrently book one free slot for two guests, block it, and move a booking to it. */
const contendForSlot = async (
  round: number,
  prize: DateSlot,
  { workload, members, admins }: ServerFixture,
): Promise<void> => {
  const [one, other] = admins;
  const member = members[ROUNDS + round];
  if (one === undefined || other === undefined || member === undefined) return;
  const { code } = await book(workload, member, {
    ...prize,
    date: addDays(prize.date, ROUNDS),
    key: randomUUID(),
  });
  await Promise.all([
    bookGuest(workload, one, { ...prize, key: randomUUID() }),
    bookGuest(workload, other, { ...prize, key: randomUUID() }),
    block(workload, one, prize),
    unblock(workload, other, prize),
    ...(code === null ? [] : [move(workload, other, code, prize, 'ADMIN')]),
    readBookedTimes(workload, prize.date),
  ]);
};

export const concurrentAdmins: Scenario = {
  id: 'F-21',
  title: 'two admins at one booking and at one slot',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }) =>
    runWithServers(
      { database: await createDatabase(), servers, members: 2 * ROUNDS, admins: 2 },
      async (scene) => {
        const dates = bookableDates(0, 2 * ROUNDS);
        for (let round = 0; round < ROUNDS; round += 1) {
          await contendForBooking(round, { date: dates[round] ?? '', slot: '09-10' }, scene);
          await contendForSlot(round, { date: dates[ROUNDS + round] ?? '', slot: '21-22' }, scene);
        }
        const { history } = scene.workload;
        const lost = history.filter(({ outcome }) => outcome === 'fail').length;
        return {
          did: `${ROUNDS} bookings and ${ROUNDS} slots fought over, ${lost} deeds came too late`,
          goals: [checkUnknownGoal(history)],
          faults: violationUnless(lost > 0, 'the admins never met'),
        };
      },
    ),
};
