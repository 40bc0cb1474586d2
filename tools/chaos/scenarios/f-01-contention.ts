import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy, slotKey, type Operation } from '#tools/chaos/checker/history.ts';
import { book } from '#tools/chaos/operations.ts';
import { bookableDates, pickRandom, slotsOn } from '#tools/chaos/random-clients.ts';
import {
  allEnvironments,
  checkP99Goal,
  checkUnknownGoal,
  durationOf,
  type Scenario,
} from '#tools/chaos/scenario.ts';
import { runWithServers } from '#tools/chaos/server-fixture.ts';
import type { Goal } from '#tools/goals.ts';

const CLIENTS = 200;
const MEMBERS = 400;
const DATES_PER_GROUP = 10;
const GROUPS = 10;
const ATTEMPTS_PER_GROUP = 5;
// Average pause of two seconds for 200 clients: a hundred attempts a second.
const MAX_PAUSE_MS = 4_000;
/** Rounds in which all clients book the same slot at once. */
const SINGLE_SLOT_ROUNDS = 10;
const P99_GOAL_MS = 300;

const latenciesOf = (history: readonly Operation[], outcome: 'ok' | 'fail'): number[] =>
  history.filter((operation) => operation.op === 'book' && operation.outcome === outcome).map(durationOf);

const checkGoals = (name: string, history: readonly Operation[]): Goal[] => [
  checkP99Goal(`${name}, winners`, latenciesOf(history, 'ok'), P99_GOAL_MS),
  checkP99Goal(`${name}, losers`, latenciesOf(history, 'fail'), P99_GOAL_MS),
];

const countContended = (history: readonly Operation[]): number => {
  const attempts = history.filter((operation) => operation.op === 'book');
  return [...groupBy(attempts, ({ args }) => slotKey(args)).values()]
    .filter((sent) => sent.length > 1)
    .reduce((total, sent) => total + sent.length, 0);
};

export const contention: Scenario = {
  id: 'F-01',
  title: '200 clients make 10,000 attempts at 50 slots at a time, then all at one slot',
  environments: allEnvironments,
  run: async ({ createDatabase, servers }, { logProgress }) =>
    runWithServers(
      { database: await createDatabase(), servers, members: MEMBERS },
      async ({ workload, members }) => {
        for (let group = 0; group < GROUPS; group += 1) {
          const dateSlots = slotsOn(bookableDates(group * DATES_PER_GROUP, DATES_PER_GROUP));
          const client = async (): Promise<void> => {
            for (let attempt = 0; attempt < ATTEMPTS_PER_GROUP; attempt += 1) {
              await sleep(randomInt(MAX_PAUSE_MS));
              await book(workload, pickRandom(members), { ...pickRandom(dateSlots), key: randomUUID() });
            }
          };
          await Promise.all(Array.from({ length: CLIENTS }, client));
          if (group % 5 === 4) logProgress(`${workload.history.length} attempts`);
        }
        const spreadHistory = [...workload.history];

        const targets = slotsOn(bookableDates(GROUPS * DATES_PER_GROUP, SINGLE_SLOT_ROUNDS)).filter(
          (_, index) => index % 5 === 0,
        );
        for (const target of targets)
          await Promise.all(
            members
              .slice(0, CLIENTS)
              .map((member) => book(workload, member, { ...target, key: randomUUID() })),
          );
        const singleSlotHistory = workload.history.slice(spreadHistory.length);
        return {
          summary: `${countContended(workload.history)} contended attempts by ${CLIENTS} clients, ${SINGLE_SLOT_ROUNDS} times all at one slot`,
          goals: [
            ...checkGoals('50 slots', spreadHistory),
            ...checkGoals('one slot', singleSlotHistory),
            checkUnknownGoal(workload.history),
          ],
        };
      },
    ),
};
