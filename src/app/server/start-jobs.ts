import { HOUR_MS } from '#platform/contract/durations.ts';
import type { ChangeListener } from '#platform/server/db/change-listener.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Env } from '#platform/server/env.ts';
import type { ErasureLedger } from '#platform/server/erasure-ledger.ts';
import { startDailyJobs, startIntervalJob, type DailyJob } from '#platform/server/jobs/run-jobs.ts';
import { features } from './features.ts';
import { fillOlderMessages } from './messages/fill-older-messages.ts';
import { readSecretFile } from './operations/backup/backup-command.ts';
import { openBackupBucket } from './operations/backup/bucket-copies.ts';
import { checkInSubprocess } from './operations/backup/check-in-subprocess.ts';
import { dumpFromServer } from './operations/backup/dump-studio.ts';
import { createScheduledBackup } from './operations/backup/scheduled-backup.ts';
import { logClockDifference } from './operations/monitoring/clock-difference.ts';
import { createPurgeJob, hourlyRules } from './purge/purge-expired.ts';

const FILL_INTERVAL_MS = 30_000;
const CLOCK_CHECK_INTERVAL_MS = 60_000;

const createBackupJob = async (folder: string, { env, database, deps, isRestored }: JobsInput) =>
  createScheduledBackup({
    folder,
    check: checkInSubprocess,
    openBucket: () => openBackupBucket(deps.connections.bucket()),
    isRestored,
    source: {
      dump: dumpFromServer(env, database),
      storage: deps.storage,
      authSecret: deps.authSecret,
      secretFile: await readSecretFile(env),
    },
  });

interface JobsInput {
  readonly env: Env;
  readonly database: Database;
  readonly deps: Deps & { readonly erasures: ErasureLedger };
  readonly changeListener: Pick<ChangeListener, 'tryBecomeLeader'>;
  /** This start's data was restored by upload. */
  readonly isRestored: boolean;
}

/** Starts all jobs. Only the leader runs most of them, to avoid duplicate work. */
export const startJobs = async (input: JobsInput) => {
  const { env, deps, changeListener } = input;
  const runIfLeader =
    <Args extends unknown[]>(job: (...args: Args) => Promise<unknown>) =>
    async (...args: Args): Promise<unknown> =>
      (await changeListener.tryBecomeLeader()) ? job(...args) : 'not leader';
  const daily = (jobs: Readonly<Record<string, DailyJob>>) =>
    startDailyJobs(
      deps,
      Object.fromEntries(Object.entries(jobs).map(([event, job]) => [event, runIfLeader(job)])),
    );
  const every = (delayMs: number, job: (signal: AbortSignal) => Promise<unknown>) =>
    startIntervalJob(deps, delayMs, runIfLeader(job));
  const purge = createPurgeJob(deps);
  const backUp = env.backup === undefined ? null : await createBackupJob(env.backup.folder, input);
  let purged: Awaited<ReturnType<typeof purge>> = 'held';
  return [
    ...features.flatMap(({ dailyJobs = {}, intervalJobs = [] }) => [
      ...Object.entries(dailyJobs).map(([name, run]) => daily({ [name]: (now) => run(deps, now) })),
      ...intervalJobs.map(({ delayMs, run }) => every(delayMs, (signal) => run(deps, signal))),
    ]),
    // The purge runs first, so that the backup does not contain what was purged.
    daily({
      purge: async (now, signal) => (purged = await purge(now, signal)),
      // While the purge is held, no backup is deleted either: a clock that has jumped makes backups look older than they are.
      ...(backUp !== null && { backup: (now) => backUp(now, purged !== 'held') }),
    }),
    every(HOUR_MS, (signal) => purge(deps.clock.now(), signal, hourlyRules)),
    every(FILL_INTERVAL_MS, () => fillOlderMessages(deps)),
    // Not limited to the leader, because each machine has its own ledger file and clock.
    startIntervalJob(deps, HOUR_MS, () => deps.erasures.reconcile(deps.db)),
    startIntervalJob(deps, CLOCK_CHECK_INTERVAL_MS, async () => logClockDifference(deps)),
  ];
};
