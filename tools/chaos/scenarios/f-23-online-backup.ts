import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backupCommand } from '#app/server/operations/backup/backup-command.ts';
import { listBackups } from '#app/server/operations/backup/backup-folder.ts';
import { restoreCommand } from '#app/server/operations/backup/restore-command.ts';
import type { Command } from '#app/server/operations/command.ts';
import { readEnv } from '#platform/server/env.ts';
import { systemClock } from '#platform/server/ports/clock.ts';
import type { ServerDatabase } from '#test/servers/server-database.ts';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import { truncateHistory, type SnapshotInterval } from '#tools/chaos/checker/truncate-history.ts';
import { bookableDates, startRandomClients } from '#tools/chaos/random-clients.ts';
import { readFinalState } from '#tools/chaos/read-final-state.ts';
import { violationsOf, type Scenario } from '#tools/chaos/scenario.ts';
import { runWithServers, chaosServerEnv, type ServerFixture } from '#tools/chaos/server-fixture.ts';

const CLIENTS = 16;
const MEMBERS = 1_500;
const BACKUPS = { full: 5, short: 2 };
const WARM_UP_MS = 1_500;
/** Generous: a backup may be slow on a busy machine, but has to end. */
const JOB_TIMEOUT_MS = 300_000;

const run = async (command: Command, env: Record<string, string>, args: readonly string[]): Promise<void> => {
  const lines: string[] = [];
  const code = await command({
    args,
    readEnv: () => readEnv(env),
    envFile: '',
    clock: systemClock,
    readInput: () => Promise.resolve(''),
    print: (line) => void lines.push(line),
  });
  if (code !== 0) throw new Error(lines.join('\n'));
};

interface Backup extends SnapshotInterval {
  readonly folder: string;
}

/** Replaces the servers by one with `BACKUP_DIR`, whose job backs up right after the start, and waits for its backup. */
const backUpByJob = async (
  { servers, http, start, workload }: ServerFixture,
  state: { isServing: boolean },
  folder: string,
): Promise<Backup> => {
  state.isServing = false;
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  const server = await start({ BACKUP_DIR: folder });
  servers.push(server);
  http.setServers([server.url]);
  const from = workload.nowMs();
  state.isServing = true;
  for (;;) {
    const [backup] = (await listBackups(folder, new Date())).backups;
    if (backup !== undefined) return { folder: backup.path, from, until: workload.nowMs() };
    if (workload.nowMs() - from > JOB_TIMEOUT_MS) throw new Error(`no backup:\n${server.output()}`);
    await sleep(20);
  }
};

export const onlineBackup: Scenario = {
  id: 'F-23',
  title:
    'backups are taken under load by the command and by the nightly job, restored elsewhere, and checked against the acknowledged operations',
  environments: ['embedded', 'postgres', 'postgres, 2 servers'],
  run: async ({ createDatabase, servers }, { isShort }) => {
    const root = await mkdtemp(join(tmpdir(), 'sajingwan-backups-'));
    const targets: ServerDatabase[] = [];
    try {
      const database = await createDatabase();
      const backups: Backup[] = [];
      const result = await runWithServers({ database, servers, members: MEMBERS }, async (fixture) => {
        const { workload } = fixture;
        const { state, stop } = startRandomClients(fixture, CLIENTS, bookableDates(0, 120));
        for (let count = 0; count < (isShort ? BACKUPS.short : BACKUPS.full); count += 1) {
          await sleep(WARM_UP_MS);
          const folder = join(root, String(count));
          const from = workload.nowMs();
          await run(backupCommand, chaosServerEnv(database), [folder]);
          backups.push({ folder, from, until: workload.nowMs() });
        }
        backups.push(await backUpByJob(fixture, state, join(root, 'nightly')));
        await sleep(WARM_UP_MS);
        await stop();
        return { summary: `${workload.history.length} operations` };
      });
      const violations = [...result.violations];
      const findings: string[] = [];
      for (const backup of backups) {
        const target = await createDatabase();
        targets.push(target);
        await run(restoreCommand, chaosServerEnv(target), [backup.folder]);
        const state = await target.withDb(readFinalState);
        const { history, violations: truncationViolations } = truncateHistory(result.history, backup, state);
        violations.push(...truncationViolations, ...checkHistory(history, state));
        const certain = result.history.filter(
          ({ op, outcome, end }) => op === 'book' && outcome === 'ok' && end < backup.from,
        );
        findings.push(`${certain.length} bookings acknowledged before it, ${state.bookings.length} in it`);
      }
      return {
        ...result,
        summary: `${result.summary}; ${backups.length} backups under load in ${backups.map(({ from, until }) => `${(until - from).toFixed(0)} ms`).join(', ')}, restored on another database: ${findings.join('; ')}`,
        violations: [
          ...violations,
          ...violationsOf([
            (await readdir(root)).every((file) => !file.endsWith('.part')),
            'an unfinished backup was left behind',
          ]),
        ],
      };
    } finally {
      for (const target of targets) await target.remove();
      await rm(root, { recursive: true, force: true });
    }
  },
};
