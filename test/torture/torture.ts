import { loadavg } from 'node:os';
import { createGrounds } from './grounds.ts';
import type { GroundName } from './grounds.ts';
import { countOutcomes, durationOf, quantile } from './scenario.ts';
import type { Goal, Outcome, Scenario } from './scenario.ts';
import { contention } from './scenarios/f-01-contention.ts';
import { blocks } from './scenarios/f-02-blocks.ts';
import { killApp } from './scenarios/f-03-kill-app.ts';
import { killPostgres } from './scenarios/f-04-kill-postgres.ts';
import { silences } from './scenarios/f-05-silence.ts';
import { brokenOff } from './scenarios/f-06-broken-off.ts';
import { lostAnswers } from './scenarios/f-07-lost-answers.ts';
import { twoTabs } from './scenarios/f-08-two-tabs.ts';
import { clockBorders } from './scenarios/f-15-clock.ts';
import { clockSteps } from './scenarios/f-16-clock-steps.ts';
import { diskFull } from './scenarios/f-17-disk-full.ts';
import { stopUnderLoad } from './scenarios/f-18-stop.ts';
import { overload } from './scenarios/f-19-overload.ts';
import { slowClients } from './scenarios/f-20-slow-clients.ts';
import { twoAdmins } from './scenarios/f-21-two-admins.ts';
import { migrateUnderLoad } from './scenarios/f-22-migration.ts';
import { backupUnderLoad } from './scenarios/f-23-backup.ts';
import { erasure } from './scenarios/f-24-erasure.ts';
import { refreshStorm } from './scenarios/f-25-refresh-storm.ts';
import { holds } from './scenarios/holds.ts';

export const scenarios: readonly Scenario[] = [
  contention,
  blocks,
  killApp,
  killPostgres,
  ...silences,
  ...brokenOff,
  lostAnswers,
  twoTabs,
  clockBorders,
  clockSteps,
  ...diskFull,
  stopUnderLoad,
  overload,
  slowClients,
  twoAdmins,
  migrateUnderLoad,
  backupUnderLoad,
  erasure,
  refreshStorm,
  holds,
];

/** What `npm run test:faults` asks, each short: the machine and what is around the server fails, rather than clients vie. */
export const faultIds: readonly string[] = [
  'F-04',
  'F-05',
  'F-06',
  'F-15',
  'F-16',
  'F-17',
  'F-18',
  'F-19',
  'F-20',
  'F-22',
  'F-23',
  'F-24',
  'F-25',
];

interface Request {
  /** Of scenarios; all when empty. */
  readonly ids: readonly string[];
  readonly database: 'embedded' | 'postgres' | 'both';
  readonly kills: number;
  readonly isShort: boolean;
  say(line: string): void;
  report(report: Report): void;
  /** Faults are rare: what led to one is kept. Resolves to where. */
  keep(name: string, history: Outcome['history']): Promise<string>;
}

export interface Report {
  readonly id: string;
  readonly title: string;
  readonly ground: GroundName;
  readonly seconds: number;
  /** Of the machine in the minute that ended with it: what is slow under one beyond its processors says little. */
  readonly load: number;
  readonly did: string;
  readonly outcomes: Record<string, number>;
  /** Milliseconds by operation and outcome. */
  readonly times: Record<string, { p50: number; p99: number; max: number }>;
  readonly goals: readonly Goal[];
  readonly faults: readonly string[];
  /** The history, when there are faults. */
  readonly kept: string | null;
}

const summarise = (history: Outcome['history']): Report['times'] => {
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

const isWanted = ({ ids }: Request, { id }: Scenario): boolean =>
  ids.length === 0 || ids.includes(id.toUpperCase());

const isOn = ({ database }: Request, ground: GroundName): boolean =>
  database === 'both' || (database === 'embedded') === (ground === 'embedded');

/** Runs the scenarios one after another, whatever the first ones come to. */
export const runTorture = async (request: Request): Promise<Report[]> => {
  const grounds = createGrounds();
  const reports: Report[] = [];
  try {
    for (const scenario of scenarios.filter((one) => isWanted(request, one))) {
      const { id, title } = scenario;
      for (const ground of scenario.grounds.filter((name) => isOn(request, name))) {
        request.say(`${id} ${ground}: ${title}`);
        const began = performance.now();
        const run = async (): Promise<Outcome> => scenario.run(await grounds.on(ground), request);
        const outcome = await run().catch((error: unknown): Outcome => ({
          did: 'broke off',
          history: [],
          faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
        }));
        const { did, history, faults, goals = [] } = outcome;
        const report: Report = {
          id,
          title,
          ground,
          seconds: (performance.now() - began) / 1_000,
          load: loadavg()[0] ?? Number.NaN,
          did,
          outcomes: countOutcomes(history),
          times: summarise(history),
          goals,
          faults,
          kept:
            faults.length === 0
              ? null
              : await request.keep(`${id} ${ground}`.replaceAll(/[^\w-]+/g, '-'), history),
        };
        reports.push(report);
        request.report(report);
      }
    }
  } finally {
    await grounds.close();
  }
  return reports;
};
