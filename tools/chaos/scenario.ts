import type { EnvironmentName, Environment } from './environments.ts';
import type { Operation } from '#tools/chaos/checker/history.ts';

export interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

export interface ScenarioResult {
  /** What was done, in one line. */
  readonly summary: string;
  readonly history: readonly Operation[];
  /** Violated guarantees; empty when the scenario passes. */
  readonly violations: readonly string[];
  /** Goals for times, which a busy machine may miss. They are reported and do not fail the run. */
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

/** The smallest value that at least `share` of `values` do not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const durationOf = ({ start, end }: Pick<Operation, 'start' | 'end'>): number => end - start;

/** Counts operations by outcome: `book ok`, `book SLOT_TAKEN`, `book unknown`. */
export const countOutcomes = (history: readonly Operation[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { op, outcome, code } of history) {
    const name = `${op} ${outcome === 'fail' ? (code ?? 'fail') : outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** Goal in milliseconds for the 99th percentile. */
export const checkP99Goal = (name: string, times: readonly number[], goal: number): Goal => {
  const p99 = quantile(times, 0.99);
  return {
    text: `${name}: p99 ${p99.toFixed(0)} ms of ${times.length}, goal < ${goal} ms`,
    isMet: p99 < goal,
  };
};

/** An overloaded server answers 429, after which the client does not know the outcome and retries. */
export const checkUnknownGoal = (history: readonly Operation[]): Goal => {
  const unknown = history.filter(({ outcome }) => outcome === 'unknown').length;
  return {
    text: `${unknown} of ${history.length} operations had an unknown outcome at first, goal 0`,
    isMet: unknown === 0,
  };
};

/** Counts unknown outcomes: `rejected` by 429, which is slow, and `lost` without a response, which is wrong. */
export const countUnknown = (
  history: readonly Operation[],
): { readonly rejected: number; readonly lost: number } => {
  const unknown = history.filter(({ outcome }) => outcome === 'unknown');
  const rejected = unknown.filter(({ code }) => code === 'TOO_MANY_REQUESTS').length;
  return { rejected, lost: unknown.length - rejected };
};

export const checkRejectedGoal = (rejected: number): Goal => ({
  text: `${rejected} requests were rejected by 429, goal 0`,
  isMet: rejected === 0,
});

export const violationUnless = (condition: boolean, violation: string): string[] =>
  condition ? [] : [violation];
