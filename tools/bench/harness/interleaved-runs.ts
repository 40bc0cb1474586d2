import { quantile, type Goal } from '#tools/goals.ts';

/** Results of one side in one round: milliseconds, counts, rates. */
export type Figures = Record<string, number>;

export interface Side {
  readonly name: string;
  measure(): Promise<Figures>;
}

/**
 * The site compared with a baseline: the median over the rounds of each round's ratio, so that a slow period affects both
 * sides.
 */
export interface Comparison {
  readonly name: string;
  readonly ratio: number;
  readonly ours: number;
  readonly limit: number;
  /** CPU milliseconds per response in the serving process; NaN if the baseline has no such process. */
  readonly oursCost: number;
  readonly limitCost: number;
  /** Name of the baseline that `limit` belongs to. */
  readonly limitName: string;
  readonly goal: string;
}

export interface BenchmarkResult {
  /** Median of each figure over the rounds, and the figures of every round. */
  readonly sides: readonly {
    readonly name: string;
    readonly medians: Figures;
    readonly rounds: readonly Figures[];
  }[];
  readonly goals: readonly Goal[];
  /** When present, the report shows these instead of all figures of all sides. */
  readonly comparisons?: readonly Comparison[];
  /** Additional lines of the report, without goals. */
  readonly notes?: readonly string[];
}

export interface BenchmarkOptions {
  /** Runs longer for more reliable figures. */
  readonly isFull: boolean;
  /** Remaining command-line arguments. */
  readonly args: readonly string[];
  /** Whether the arguments name a part of this one's name, or nothing. */
  isSelected(part: { readonly name: string }): boolean;
  logProgress(line: string): void;
  /** Runs the function at the end, before those that were deferred earlier. */
  defer(stop: () => Promise<void>): void;
}

/** Each benchmark file in tools/bench exports its benchmark as `run`. */
export type Benchmark = (options: BenchmarkOptions) => Promise<BenchmarkResult>;

const mediansOf = (rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [
      name,
      quantile(
        rounds.map((round) => round[name] ?? Number.NaN),
        0.5,
      ),
    ]),
  );

/** The median of a figure of a side; NaN if it was not measured. */
export const medianAt = (sides: BenchmarkResult['sides'], side: string, figure: string): number =>
  sides.find(({ name }) => name === side)?.medians[figure] ?? Number.NaN;

/**
 * Measures all sides in turn, in reverse order every second round, so that a slow period of a shared machine does not affect
 * only one side.
 */
export const runInterleaved = async (
  sides: readonly Side[],
  rounds: number,
  logProgress: (line: string) => void,
): Promise<BenchmarkResult['sides']> => {
  const results = sides.map(({ name }) => ({ name, rounds: [] as Figures[] }));
  for (let round = 0; round < rounds; round += 1) {
    const order = sides.map((_, index) => (round % 2 === 0 ? index : sides.length - 1 - index));
    for (const index of order) {
      const [side, result] = [sides[index], results[index]];
      if (side === undefined || result === undefined) continue;
      logProgress(`${round + 1}/${rounds} ${side.name}`);
      result.rounds.push(await side.measure());
    }
  }
  return results.map((result) => ({ ...result, medians: mediansOf(result.rounds) }));
};
