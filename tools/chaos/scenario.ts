import type { EnvironmentName, Environment } from './environments.ts';
import type { Operation } from '#tools/chaos/checker/history.ts';

export interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

/** What a run came to. */
export interface ScenarioResult {
  /** What was done, in one line. */
  readonly did: string;
  readonly history: readonly Operation[];
  /** Broken promises: none when it passes. */
  readonly faults: readonly string[];
  /** Times that a busy machine may miss: told, and no fault. */
  readonly goals?: readonly Goal[];
}

export interface ScenarioOptions {
  /** Of F-03; a hundred unless said. */
  readonly kills: number;
  /** The same with fewer and shorter faults: `npm run chaos:short`. */
  readonly isShort: boolean;
  say(line: string): void;
}

export interface Scenario {
  /** `F-01` */
  readonly id: string;
  readonly title: string;
  readonly environments: readonly EnvironmentName[];
  run(ground: Environment, options: ScenarioOptions): Promise<ScenarioResult>;
}

export const allEnvironments: readonly EnvironmentName[] = ['embedded', 'postgres', 'postgres, 2 servers'];

/** The value that `share` of them do not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

export const durationOf = ({ start, end }: Pick<Operation, 'start' | 'end'>): number => end - start;

/** How often each operation came out in each way: `book ok`, `book SLOT_TAKEN`, `book unknown`. */
export const countOutcomes = (history: readonly Operation[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { op, outcome, code } of history) {
    const name = `${op} ${outcome === 'fail' ? (code ?? 'fail') : outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** A goal of so many milliseconds for the slowest in a hundred. */
export const checkP99Goal = (name: string, times: readonly number[], goal: number): Goal => {
  const p99 = quantile(times, 0.99);
  return {
    text: `${name}: p99 ${p99.toFixed(0)} ms of ${times.length}, goal < ${goal} ms`,
    isMet: p99 < goal,
  };
};

/** A machine that has no time says so by 429: its client knows nothing, and asks again. */
export const checkUnknownGoal = (history: readonly Operation[]): Goal => {
  const unknown = history.filter(({ outcome }) => outcome === 'unknown').length;
  return {
    text: `${unknown} of ${history.length} calls got no yes or no at once, goal 0`,
    isMet: unknown === 0,
  };
};

/** How many were turned away by a machine that has no time, which is slow, and how many got no answer at all, which is wrong. */
export const countUnknown = (
  history: readonly Operation[],
): { readonly rejected: number; readonly lost: number } => {
  const unknown = history.filter(({ outcome }) => outcome === 'unknown');
  const turnedAway = unknown.filter(({ code }) => code === 'TOO_MANY_REQUESTS').length;
  return { rejected: turnedAway, lost: unknown.length - turnedAway };
};

export const checkRejectedGoal = (turnedAway: number): Goal => ({
  text: `${turnedAway} were turned away by 429, goal 0`,
  isMet: turnedAway === 0,
});

/** What is not so is a fault. */
export const violationUnless = (isSo: boolean, fault: string): string[] => (isSo ? [] : [fault]);
