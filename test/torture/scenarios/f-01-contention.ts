import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy, placeOf } from '#test/torture/history.ts';
import type { Operation } from '#test/torture/history.ts';
import { book } from '#test/torture/operations.ts';
import { allGrounds, durationOf, judgeAnswers, judgeTimes } from '#test/torture/scenario.ts';
import type { Goal, Scenario } from '#test/torture/scenario.ts';
import { playScene } from '#test/torture/scene.ts';
import { datesAhead, pick, placesOn } from '#test/torture/storm-clients.ts';

const CLIENTS = 200;
const MEMBERS = 400;
const DATES_AT_A_TIME = 10;
const GROUPS = 10;
const TRIES_A_GROUP = 5;
// A hundred attempts a second: the hour that the goal speaks of, 36 times as fast.
const LONGEST_PAUSE = 4_000;
/** All clients at one slot in the same moment, so many times. */
const STAMPEDES = 10;
const GOAL = 300;

const timesOf = (history: readonly Operation[], outcome: 'ok' | 'fail'): number[] =>
  history.filter((operation) => operation.op === 'book' && operation.outcome === outcome).map(durationOf);

const judge = (name: string, history: readonly Operation[]): Goal[] => [
  judgeTimes(`${name}, winners`, timesOf(history, 'ok'), GOAL),
  judgeTimes(`${name}, losers`, timesOf(history, 'fail'), GOAL),
];

const countContended = (history: readonly Operation[]): number => {
  const attempts = history.filter((operation) => operation.op === 'book');
  return [...groupBy(attempts, ({ args }) => placeOf(args)).values()]
    .filter((sent) => sent.length > 1)
    .reduce((total, sent) => total + sent.length, 0);
};

export const contention: Scenario = {
  id: 'F-01',
  title: '200 clients, 50 slots at a time, 10,000 attempts; then all at one slot',
  grounds: allGrounds,
  run: async ({ place, servers }, { say }) =>
    playScene({ database: await place(), servers, members: MEMBERS }, async ({ storm, members }) => {
      for (let group = 0; group < GROUPS; group += 1) {
        const places = placesOn(datesAhead(group * DATES_AT_A_TIME, DATES_AT_A_TIME));
        const client = async (): Promise<void> => {
          for (let tries = 0; tries < TRIES_A_GROUP; tries += 1) {
            await sleep(randomInt(LONGEST_PAUSE));
            await book(storm, pick(members), { ...pick(places), key: randomUUID() });
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
        if (group % 5 === 4) say(`${storm.history.length} attempts`);
      }
      const crowd = [...storm.history];

      const targets = placesOn(datesAhead(GROUPS * DATES_AT_A_TIME, STAMPEDES)).filter(
        (_, index) => index % 5 === 0,
      );
      for (const target of targets)
        await Promise.all(
          members.slice(0, CLIENTS).map((member) => book(storm, member, { ...target, key: randomUUID() })),
        );
      const stampedes = storm.history.slice(crowd.length);
      return {
        did: `${countContended(storm.history)} contended attempts by ${CLIENTS} clients, ${STAMPEDES} times all at one slot`,
        goals: [
          ...judge('in the crowd', crowd),
          ...judge('all at one slot', stampedes),
          judgeAnswers(storm.history),
        ],
      };
    }),
};
