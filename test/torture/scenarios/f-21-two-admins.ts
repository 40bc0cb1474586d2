import { randomUUID } from 'node:crypto';
import { addDays } from '#contract/seoul-time.ts';
import {
  block,
  book,
  bookGuest,
  cancel,
  changeState,
  move,
  readTaken,
  unblock,
} from '#test/torture/operations.ts';
import { allGrounds, demand, judgeAnswers } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import type { Scene } from '#test/torture/scene.ts';
import { datesAhead, pick } from '#test/torture/storm-clients.ts';
import type { Place } from '#test/torture/history.ts';

const ROUNDS = 60;

/** One booking, on which two admins and its member lay hands at once. */
const fightOverBooking = async (
  round: number,
  home: Place,
  { storm, members, admins }: Scene,
): Promise<void> => {
  const [one, other] = admins;
  const member = members[round];
  if (one === undefined || other === undefined || member === undefined) return;
  const { code } = await book(storm, member, { ...home, key: randomUUID() });
  if (code === null) return;
  const away: Place[] = [
    { ...home, slot: '12-13' },
    { ...home, slot: '15-16' },
  ];
  const deeds = [
    () => changeState(storm, one, code, 'CANCELLED'),
    () => move(storm, one, code, pick(away), 'ADMIN'),
    () => changeState(storm, one, code, 'BOOKED'),
    () => block(storm, one, pick(away)),
  ];
  const rule = async (who: typeof one): Promise<void> => {
    for (let deed = 0; deed < 3; deed += 1) {
      const act = pick(deeds);
      await act();
      if (who === other) await unblock(storm, other, pick(away));
    }
  };
  await Promise.all([
    rule(one),
    rule(other),
    move(storm, member, code, pick(away)),
    cancel(storm, member, code),
    readTaken(storm, home.date),
  ]);
};

/** One free slot, which two admins give to two callers, block, and move a booking to, all at once. */
const fightOverSlot = async (
  round: number,
  prize: Place,
  { storm, members, admins }: Scene,
): Promise<void> => {
  const [one, other] = admins;
  const member = members[ROUNDS + round];
  if (one === undefined || other === undefined || member === undefined) return;
  const { code } = await book(storm, member, {
    ...prize,
    date: addDays(prize.date, ROUNDS),
    key: randomUUID(),
  });
  await Promise.all([
    bookGuest(storm, one, { ...prize, key: randomUUID() }),
    bookGuest(storm, other, { ...prize, key: randomUUID() }),
    block(storm, one, prize),
    unblock(storm, other, prize),
    ...(code === null ? [] : [move(storm, other, code, prize, 'ADMIN')]),
    readTaken(storm, prize.date),
  ]);
};

export const twoAdmins: Scenario = {
  id: 'F-21',
  title: 'two admins at one booking and at one slot',
  grounds: allGrounds,
  run: async ({ place, servers }) =>
    playScene({ database: await place(), servers, members: 2 * ROUNDS, admins: 2 }, async (scene) => {
      const dates = datesAhead(0, 2 * ROUNDS);
      for (let round = 0; round < ROUNDS; round += 1) {
        await fightOverBooking(round, { date: dates[round] ?? '', slot: '09-10' }, scene);
        await fightOverSlot(round, { date: dates[ROUNDS + round] ?? '', slot: '21-22' }, scene);
      }
      const { history } = scene.storm;
      const lost = history.filter(({ outcome }) => outcome === 'fail').length;
      return {
        did: `${ROUNDS} bookings and ${ROUNDS} slots fought over, ${lost} deeds came too late`,
        goals: [judgeAnswers(history)],
        faults: demand(lost > 0, 'the admins never met'),
      };
    }),
};
