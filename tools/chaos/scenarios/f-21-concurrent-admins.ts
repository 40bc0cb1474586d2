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
import { allEnvironments, violationUnless, checkUnknownGoal, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, type ServerFixture } from '#tools/chaos/server-fixture.ts';
import { bookableDates, pickRandom } from '#tools/chaos/random-clients.ts';
import type { DateSlot } from '#tools/chaos/checker/history.ts';

const ROUNDS = 60;

/** Two admins and the member change one booking concurrently. */
const contendForBooking = async (
  round: number,
  bookedSlot: DateSlot,
  { workload, members, admins }: ServerFixture,
): Promise<void> => {
  const [one, other] = admins;
  const member = members[round];
  if (one === undefined || other === undefined || member === undefined) return;
  const { code } = await book(workload, member, { ...bookedSlot, key: randomUUID() });
  if (code === null) return;
  const otherSlots: DateSlot[] = [
    { ...bookedSlot, slot: '12-13' },
    { ...bookedSlot, slot: '15-16' },
  ];
  const actions = [
    () => changeState(workload, one, code, 'CANCELLED'),
    () => move(workload, one, code, pickRandom(otherSlots), 'ADMIN'),
    () => changeState(workload, one, code, 'BOOKED'),
    () => block(workload, one, pickRandom(otherSlots)),
  ];
  const actAsAdmin = async (who: typeof one): Promise<void> => {
    for (let count = 0; count < 3; count += 1) {
      const act = pickRandom(actions);
      await act();
      if (who === other) await unblock(workload, other, pickRandom(otherSlots));
    }
  };
  await Promise.all([
    actAsAdmin(one),
    actAsAdmin(other),
    move(workload, member, code, pickRandom(otherSlots)),
    cancel(workload, member, code),
    readBookedTimes(workload, bookedSlot.date),
  ]);
};

/** Two admins concurrently book one free slot for two guests, block it, and move a booking to it. */
const contendForSlot = async (
  round: number,
  target: DateSlot,
  { workload, members, admins }: ServerFixture,
): Promise<void> => {
  const [one, other] = admins;
  const member = members[ROUNDS + round];
  if (one === undefined || other === undefined || member === undefined) return;
  const { code } = await book(workload, member, {
    ...target,
    date: addDays(target.date, ROUNDS),
    key: randomUUID(),
  });
  await Promise.all([
    bookGuest(workload, one, { ...target, key: randomUUID() }),
    bookGuest(workload, other, { ...target, key: randomUUID() }),
    block(workload, one, target),
    unblock(workload, other, target),
    ...(code === null ? [] : [move(workload, other, code, target, 'ADMIN')]),
    readBookedTimes(workload, target.date),
  ]);
};

export const concurrentAdmins: Scenario = {
  id: 'F-21',
  title: 'two admins change one booking and one slot concurrently',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }) =>
    runWithServers(
      { database: await createDatabase(), servers, members: 2 * ROUNDS, admins: 2 },
      async (fixture) => {
        const dates = bookableDates(0, 2 * ROUNDS);
        for (let round = 0; round < ROUNDS; round += 1) {
          await contendForBooking(round, { date: dates[round] ?? '', slot: '09-10' }, fixture);
          await contendForSlot(round, { date: dates[ROUNDS + round] ?? '', slot: '21-22' }, fixture);
        }
        const { history } = fixture.workload;
        const lost = history.filter(({ outcome }) => outcome === 'fail').length;
        return {
          summary: `${ROUNDS} bookings and ${ROUNDS} slots contended for, ${lost} operations were rejected`,
          goals: [checkUnknownGoal(history)],
          violations: violationUnless(lost > 0, 'the admins never conflicted'),
        };
      },
    ),
};
