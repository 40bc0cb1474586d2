import { loadavg } from 'node:os';
import { createEnvironments, type EnvironmentName } from './environments.ts';
import {
  countOutcomes,
  durationOf,
  quantile,
  type Goal,
  type ScenarioResult,
  type Scenario,
} from './scenario.ts';
import { contention } from '#tools/chaos/scenarios/f-01-contention.ts';
import { blocks } from '#tools/chaos/scenarios/f-02-blocks.ts';
import { serverKill } from '#tools/chaos/scenarios/f-03-server-kill.ts';
import { postgresKill } from '#tools/chaos/scenarios/f-04-postgres-kill.ts';
import { unresponsiveDatabase } from '#tools/chaos/scenarios/f-05-unresponsive-database.ts';
import { lostResponses } from '#tools/chaos/scenarios/f-07-lost-responses.ts';
import { clockJumps } from '#tools/chaos/scenarios/f-16-clock-jumps.ts';
import { diskFull } from '#tools/chaos/scenarios/f-17-disk-full.ts';
import { gracefulShutdown } from '#tools/chaos/scenarios/f-18-graceful-shutdown.ts';
import { overload } from '#tools/chaos/scenarios/f-19-overload.ts';
import { concurrentAdmins } from '#tools/chaos/scenarios/f-21-concurrent-admins.ts';
import { onlineMigration } from '#tools/chaos/scenarios/f-22-online-migration.ts';
import { onlineBackup } from '#tools/chaos/scenarios/f-23-online-backup.ts';

export const scenarios: readonly Scenario[] = [
  contention,
  blocks,
  serverKill,
  postgresKill,
  ...unresponsiveDatabase,
  lostResponses,
  clockJumps,
  ...diskFull,
  gracefulShutdown,
  overload,
  concurrentAdmins,
  onlineMigration,
  onlineBackup,
];

/**
 * Scenarios of `npm run chaos:quick`: failures of the machine and of the services around the server, without those where only
 * clients compete.
 */
export const shortRunIds: readonly string[] = [
  'F-04',
  'F-05',
  'F-16',
  'F-17',
  'F-18',
  'F-19',
  'F-22',
  'F-23',
];

interface ChaosOptions {
  /** Scenario ids; empty for all. */
  readonly ids: readonly string[];
  readonly database: 'embedded' | 'postgres' | 'both';
  readonly kills: number;
  readonly isShort: boolean;
  logProgress(line: string): void;
  report(report: ScenarioReport): void;
  /** Saves the history of a failed run, because failures are rare. Resolves to the file. */
  saveHistory(name: string, history: ScenarioResult['history']): Promise<string>;
}

export interface ScenarioReport {
  readonly id: string;
  readonly title: string;
  readonly environment: EnvironmentName;
  readonly seconds: number;
  /** Load average of the last minute of the run: times above the number of processors mean little. */
  readonly load: number;
  readonly summary: string;
  readonly outcomes: Record<string, number>;
  /** Milliseconds by operation and outcome. */
  readonly times: Record<string, { p50: number; p99: number; max: number }>;
  readonly goals: readonly Goal[];
  readonly violations: readonly string[];
  /** File of the history, if there are violations. */
  readonly historyFile: string | null;
}

const summariseLatencies = (history: ScenarioResult['history']): ScenarioReport['times'] => {
  const groups = new Map<string, number[]>();
  for (const operation of history) {
    const name = `${operation.op} ${operation.outcome}`;
    groups.set(name, [...(groups.get(name) ?? []), durationOf(operation)]);
  }
  return Object.fromEntries(
    [...groups].map(([name, times]) => [
      name,
      { p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) },
    ]),
  );
};

const isSelected = ({ ids }: ChaosOptions, { id }: Scenario): boolean =>
  ids.length === 0 || ids.includes(id.toUpperCase());

const usesDatabase = ({ database }: ChaosOptions, environment: EnvironmentName): boolean =>
  database === 'both' || (database === 'embedded') === (environment === 'embedded');

/** Runs all selected scenarios one after another, even if some fail. */
export const runChaos = async (request: ChaosOptions): Promise<ScenarioReport[]> => {
  const environments = createEnvironments();
  const reports: ScenarioReport[] = [];
  try {
    for (const scenario of scenarios.filter((one) => isSelected(request, one))) {
      const { id, title } = scenario;
      for (const environment of scenario.environments.filter((name) => usesDatabase(request, name))) {
        request.logProgress(`${id} ${environment}: ${title}`);
        const began = performance.now();
        const run = async (): Promise<ScenarioResult> =>
          scenario.run(await environments.get(environment), request);
        const outcome = await run().catch((error: unknown): ScenarioResult => ({
          summary: 'failed',
          history: [],
          violations: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
        }));
        const { summary, history, violations, goals = [] } = outcome;
        const report: ScenarioReport = {
          id,
          title,
          environment,
          seconds: (performance.now() - began) / 1_000,
          load: loadavg()[0] ?? Number.NaN,
          summary,
          outcomes: countOutcomes(history),
          times: summariseLatencies(history),
          goals,
          violations,
          historyFile:
            violations.length === 0
              ? null
              : await request.saveHistory(`${id} ${environment}`.replaceAll(/[^\w-]+/g, '-'), history),
        };
        reports.push(report);
        request.report(report);
      }
    }
  } finally {
    await environments.close();
  }
  return reports;
};
