import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { contention } from '#tools/chaos/scenarios/f-01-contention.ts';
import { serverKill } from '#tools/chaos/scenarios/f-03-server-kill.ts';
import { postgresKill } from '#tools/chaos/scenarios/f-04-postgres-kill.ts';
import { unresponsiveDatabase } from '#tools/chaos/scenarios/f-05-unresponsive-database.ts';
import { lostResponses } from '#tools/chaos/scenarios/f-07-lost-responses.ts';
import { clockJumps } from '#tools/chaos/scenarios/f-16-clock-jumps.ts';
import { diskFull } from '#tools/chaos/scenarios/f-17-disk-full.ts';
import { gracefulShutdown } from '#tools/chaos/scenarios/f-18-graceful-shutdown.ts';
import { overload } from '#tools/chaos/scenarios/f-19-overload.ts';
import { onlineMigration } from '#tools/chaos/scenarios/f-22-online-migration.ts';
import { onlineBackup } from '#tools/chaos/scenarios/f-23-online-backup.ts';
import { createEnvironments, type EnvironmentName } from './environments.ts';
import {
  formatCounts,
  formatOutcome,
  type Scenario,
  type ScenarioOptions,
  type ScenarioResult,
} from './scenario.ts';

export const scenarios: readonly Scenario[] = [
  contention,
  serverKill,
  postgresKill,
  ...unresponsiveDatabase,
  lostResponses,
  clockJumps,
  ...diskFull,
  gracefulShutdown,
  overload,
  onlineMigration,
  onlineBackup,
];

/**
 * Scenarios of `npm run chaos:quick`: failures of the machine and of the services around the server, without those where only
 * clients compete.
 */
export const shortRunIds = ['F-04', 'F-05', 'F-16', 'F-17', 'F-18', 'F-19', 'F-22', 'F-23'];

export interface ChaosOptions extends ScenarioOptions {
  readonly ids: readonly string[];
  readonly database: 'embedded' | 'postgres' | 'both';
  /** Where the histories of failed runs are saved, because failures are rare. */
  readonly folder: string;
}

export interface ScenarioReport extends Omit<ScenarioResult, 'history'> {
  readonly id: string;
  readonly environment: EnvironmentName;
  readonly seconds: number;
  /** Load average of the last minute of the run: times above the number of processors mean little. */
  readonly load: number;
  readonly outcomes: string;
  /** File of the history, if there are violations. */
  readonly historyFile?: string;
}

const saveHistory = async (file: string, history: ScenarioResult['history']): Promise<string> => {
  await writeFile(file, history.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

/** Runs the scenarios in each of their environments one after another, even if some fail. */
export async function* runChaos(options: ChaosOptions): AsyncGenerator<ScenarioReport> {
  const environments = createEnvironments();
  await mkdir(options.folder, { recursive: true });
  try {
    for (const { id, title, environments: names, run } of scenarios)
      for (const environment of options.ids.includes(id) ? names : []) {
        if (options.database !== 'both' && (options.database === 'embedded') !== (environment === 'embedded'))
          continue;
        options.logProgress(`${id} ${environment}: ${title}`);
        const began = performance.now();
        const { history, ...result } = await environments
          .get(environment)
          .then((one) => run(one, options))
          .catch((error: unknown): ScenarioResult => {
            const violation = error instanceof Error ? (error.stack ?? error.message) : String(error);
            return { summary: 'failed', history: [], violations: [violation] };
          });
        const file = join(options.folder, `${`${id} ${environment}`.replaceAll(/[^\w-]+/g, '-')}.jsonl`);
        yield {
          id,
          environment,
          seconds: (performance.now() - began) / 1_000,
          load: loadavg()[0] ?? Number.NaN,
          outcomes: formatCounts(history.map(formatOutcome)),
          ...result,
          ...(result.violations.length > 0 && { historyFile: await saveHistory(file, history) }),
        };
      }
  } finally {
    await environments.close();
  }
}
