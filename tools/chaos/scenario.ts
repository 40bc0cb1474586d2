import type { Operation } from '#tools/chaos/checker/history.ts';
import { atMost, quantile, type Goal } from '#tools/goals.ts';
import type { Environment, EnvironmentName } from './environments.ts';

export interface ScenarioResult {
  /** What was done, in one line. */
  readonly summary: string;
  readonly history: readonly Operation[];
  /** Violated guarantees; empty when the scenario passes. */
  readonly violations: readonly string[];
  /** Figures that a busy machine may miss, such as latencies and numbers of rejected requests. They are reported and do not fail the run. */
  readonly goals?: readonly Goal[];
}

export interface ScenarioOptions {
  /** Number of kills in F-03. */
  readonly kills: number;
  /** Fewer and shorter failures: `npm run chaos:quick`. */
  readonly isShort: boolean;
  logProgress(line: string): void;
}

export interface Scenario {
  /** Such as `F-01`. */
  readonly id: string;
  readonly title: string;
  readonly environments: readonly EnvironmentName[];
  run(environment: Environment, options: ScenarioOptions): Promise<ScenarioResult>;
}

export const allEnvironments: readonly EnvironmentName[] = ['embedded', 'postgres', 'postgres, 2 servers'];

export const durationOf = ({ start, end }: Pick<Operation, 'start' | 'end'>): number => end - start;

/** Counts the occurrences of each value: `200 × 31, 429 × 2`. */
export const formatCounts = (values: readonly (string | number)[]): string => {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} × ${count}`).join(', ');
};

/** Such as `book ok`, `book SLOT_TAKEN`, `book unknown`. */
export const formatOutcome = ({ op, outcome, code }: Operation): string =>
  `${op} ${outcome === 'fail' ? (code ?? 'fail') : outcome}`;

/** Goal in milliseconds for the 99th percentile. */
export const checkP99Goal = (name: string, times: readonly number[], goal: number): Goal =>
  atMost(`${name}, p99 of ${times.length}`, quantile(times, 0.99), goal, 'ms');

/** An overloaded server answers 429, after which the client does not know the outcome and retries. */
export const checkUnknownGoal = (history: readonly Operation[]): Goal => {
  const unknown = history.filter(({ outcome }) => outcome === 'unknown').length;
  return atMost(`of ${history.length} operations with an unknown outcome at first`, unknown, 0);
};

/** The texts of the conditions that do not hold. */
export const violationsOf = (
  ...checks: readonly (readonly [holds: boolean, violation: string])[]
): string[] => checks.flatMap(([holds, violation]) => (holds ? [] : [violation]));
