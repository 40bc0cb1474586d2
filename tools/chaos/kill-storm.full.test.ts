import { mkdir, writeFile } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { createServerDatabase } from '#test/servers/create-server-database.ts';
import { runKillStorm } from './kill-storm.ts';
import { runWithServers } from './server-fixture.ts';

// Scenario F-03. `STORM_KILLS=100` runs longer; `npm run chaos` runs the other scenarios.
const KILLS = Number(process.env.STORM_KILLS ?? 6);
const MEMBERS = 400;
const MAX_ROUND_MS = 60_000;

it(
  `F-03 F-07 after ${KILLS} times kill -9 during bookings, no acknowledged booking is lost or duplicated`,
  { timeout: (KILLS + 2) * MAX_ROUND_MS },
  async () => {
    const database = await createServerDatabase();
    const { history, violations } = await runWithServers({ database, members: MEMBERS }, async (fixture) => {
      await runKillStorm(fixture, { kills: KILLS });
      return { summary: '' };
    });
    // Saved, because failures are rare.
    const file = `.cache/kill-storm-${inject('testDatabase').kind}.jsonl`;
    await mkdir('.cache', { recursive: true });
    await writeFile(file, history.map((line) => JSON.stringify(line)).join('\n'));
    expect(violations, file).toEqual([]);

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
