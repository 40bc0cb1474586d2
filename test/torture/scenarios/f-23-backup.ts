import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnv } from '#server/env.ts';
import { backupCommand } from '#server/operations/backup-command.ts';
import type { Command } from '#server/operations/command.ts';
import { restoreCommand } from '#server/operations/restore-command.ts';
import { systemClock } from '#server/ports/clock.ts';
import { checkHistory } from '#test/torture/check-history.ts';
import { cutHistory } from '#test/torture/cut-history.ts';
import type { Cut } from '#test/torture/cut-history.ts';
import { readFinalState } from '#test/torture/places.ts';
import type { StormDatabase } from '#test/torture/places.ts';
import { demand } from '#test/torture/scenario.ts';
import type { Scenario } from '#test/torture/scenario.ts';
import { playScene, stormSettings } from '#test/torture/scene.ts';
import { datesAhead, runClient } from '#test/torture/storm-clients.ts';
import type { Weather } from '#test/torture/storm-clients.ts';

const CLIENTS = 16;
const MEMBERS = 1_500;
const BACKUPS = { whole: 5, short: 2 };
const CALM = 1_500;

const run = async (
  command: Command,
  settings: Record<string, string>,
  args: readonly string[],
): Promise<void> => {
  const said: string[] = [];
  const code = await command({
    args,
    readEnv: () => readEnv(settings),
    settingsFile: '',
    clock: systemClock,
    readInput: () => Promise.resolve(''),
    say: (line) => void said.push(line),
  });
  if (code !== 0) throw new Error(said.join('\n'));
};

interface Backup extends Cut {
  readonly folder: string;
}

export const backupUnderLoad: Scenario = {
  id: 'F-23',
  title:
    'backups are taken amid the storm, restored elsewhere, and checked against what clients had been told',
  grounds: ['embedded', 'postgres', 'postgres, 2 servers'],
  run: async ({ place, servers }, { isShort }) => {
    const root = await mkdtemp(join(tmpdir(), 'sajingwan-backups-'));
    const targets: StormDatabase[] = [];
    try {
      const database = await place();
      const backups: Backup[] = [];
      const scene = await playScene({ database, servers, members: MEMBERS }, async ({ storm, members }) => {
        const weather: Weather = { dates: datesAhead(0, 120), isServing: true, isRaging: true };
        const raging = Promise.all(Array.from({ length: CLIENTS }, () => runClient(storm, members, weather)));
        for (let count = 0; count < (isShort ? BACKUPS.short : BACKUPS.whole); count += 1) {
          await sleep(CALM);
          const folder = join(root, String(count));
          const from = storm.now();
          await run(backupCommand, stormSettings(database), [folder]);
          backups.push({ folder, from, until: storm.now() });
        }
        await sleep(CALM);
        weather.isRaging = false;
        await raging;
        return { did: `${storm.history.length} operations` };
      });
      const faults = [...scene.faults];
      const found: string[] = [];
      for (const backup of backups) {
        const target = await place();
        targets.push(target);
        await run(restoreCommand, stormSettings(target), [backup.folder]);
        const state = await target.visit(readFinalState);
        const { history, faults: torn } = cutHistory(scene.history, backup, state);
        faults.push(...torn, ...checkHistory(history, state));
        const certain = scene.history.filter(
          ({ op, outcome, end }) => op === 'book' && outcome === 'ok' && end < backup.from,
        );
        found.push(`${certain.length} bookings acknowledged before it, ${state.bookings.length} in it`);
      }
      return {
        ...scene,
        did: `${scene.did}; ${backups.length} backups amid them in ${backups.map(({ from, until }) => `${(until - from).toFixed(0)} ms`).join(', ')}, restored on another database: ${found.join('; ')}`,
        faults: [
          ...faults,
          ...demand(
            (await readdir(root)).every((file) => !file.endsWith('.part')),
            'a backup was left half done',
          ),
        ],
      };
    } finally {
      for (const target of targets) await target.remove();
      await rm(root, { recursive: true, force: true });
    }
  },
};
