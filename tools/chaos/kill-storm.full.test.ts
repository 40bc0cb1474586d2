import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, expect, inject, it } from 'vitest';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import type { Operation } from '#tools/chaos/checker/history.ts';
import { insertSignedInUsers, testIdentity } from '#test/factories/signed-in-users.ts';
import { createServerDatabase } from '#test/servers/create-server-database.ts';
import { readFinalState } from '#tools/chaos/read-final-state.ts';
import { runKillStorm } from './kill-storm.ts';

// Scenario F-03. `STORM_KILLS=100` runs longer; `npm run chaos` runs the other scenarios.
const KILLS = Number(process.env.STORM_KILLS ?? 6);
const CLIENTS = 16;
const MEMBERS = 400;
const MAX_ROUND_MS = 60_000;

const database = await createServerDatabase();
afterAll(() => database.remove());

const settings = {
  ...database.settings,
  ...testIdentity,
  RATE_LIMITS: 'off',
  SAMPLE_CONTENT: 'false',
  LOG_LEVEL: 'error',
};

/** Saves the history of a failed run, because failures are rare. */
const saveHistory = async (history: readonly Operation[], state: unknown): Promise<string> => {
  const file = `.cache/kill-storm-${inject('testDatabase').kind}.jsonl`;
  await mkdir('.cache', { recursive: true });
  await writeFile(file, [...history, state].map((line) => JSON.stringify(line)).join('\n'));
  return file;
};

it(
  `F-03 F-07 after ${KILLS} times kill -9 during bookings, no acknowledged booking is lost or duplicated`,
  { timeout: (KILLS + 2) * MAX_ROUND_MS },
  async () => {
    const members = await database.withDb((db) => insertSignedInUsers(db, MEMBERS));
    const { history } = await runKillStorm({ settings, members, kills: KILLS, clients: CLIENTS, servers: 1 });
    const state = await database.withDb(readFinalState);
    const violations = checkHistory(history, state);
    const historyFile = violations.length === 0 ? '' : await saveHistory(history, state);
    expect(violations, historyFile).toEqual([]);

    // A run without wins, conflicts, changes and lost responses would prove nothing.
    const outcomes = new Set(history.map(({ op, outcome }) => `${op} ${outcome}`));
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        'book ok',
        'book fail',
        'book unknown',
        'change ok',
        'move ok',
        'hold ok',
        'read ok',
      ]),
    );
  },
);
