import { expect, it } from 'vitest';
import { watchDoor } from './watch-door.ts';

const createLoop = () => {
  let time = 0;
  let calls: (() => void)[] = [];
  const door = watchDoor({ now: () => time, atEndOfTurn: (call) => void calls.push(call) });
  return {
    door,
    /** So many turns of so many milliseconds, with a new connection in each or none. */
    turn: (count: number, milliseconds: number, isNew: boolean) => {
      for (let turns = 0; turns < count; turns += 1) {
        if (isNew) door.arrived();
        time += milliseconds;
        const due = calls;
        calls = [];
        for (const call of due) call();
      }
    },
    isWatching: () => calls.length > 0,
  };
};

it('F-19 is crowded while no turn goes by without a new connection', () => {
  const { door, turn } = createLoop();
  expect(door.crowdedFor()).toBe(0);
  turn(200, 5, true);
  expect(door.crowdedFor()).toBe(1_000);
  turn(1, 5, false);
  expect(door.crowdedFor()).toBe(0);
});

it('F-19 is not crowded by visitors who come one after another, or stay', () => {
  const { door, turn, isWatching } = createLoop();
  for (let visitors = 0; visitors < 100; visitors += 1) {
    turn(1, 5, true);
    turn(1, 5, false);
  }
  turn(100, 5, false);
  expect(door.crowdedFor()).toBe(0);
  // Nor does it keep the loop awake.
  expect(isWatching()).toBe(false);
});
