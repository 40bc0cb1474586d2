/** What one round of one side came to: milliseconds, counts, rates. */
export type Figures = Record<string, number>;

export interface Side {
  readonly name: string;
  measure(): Promise<Figures>;
}

export interface Goal {
  readonly text: string;
  readonly isMet: boolean;
}

/** Ours beside the limit: of each round the ratio, so that a slow while falls on both, and of the ratios the median. */
export interface Comparison {
  readonly name: string;
  readonly ratio: number;
  readonly ours: number;
  readonly limit: number;
  /** Milliseconds of a processor for each answer, in the process that answers; NaN where there is no such process. */
  readonly cost: number;
  readonly leastCost: number;
  /** What `limit` is of. */
  readonly of: string;
  readonly goal: string;
}

export interface BenchmarkResult {
  /** Median of each figure over the rounds, and every round as it was. */
  readonly sides: readonly {
    readonly name: string;
    readonly medians: Figures;
    readonly rounds: readonly Figures[];
  }[];
  readonly goals: readonly Goal[];
  /** Shown instead of all figures of all sides. */
  readonly comparisons?: readonly Comparison[];
  /** What else is worth a line, and no goal. */
  readonly notes?: readonly string[];
}

export interface BenchmarkOptions {
  /** Longer, for figures to rely on. */
  readonly isFull: boolean;
  /** What else was typed. */
  readonly args: readonly string[];
}

/** One file of `bench` each, which exports it as `ask`. `say` shows how far it is. */
export type Benchmark = (say: (line: string) => void, effort: BenchmarkOptions) => Promise<BenchmarkResult>;

/** The value that `share` of `values` do not exceed; the nearest that was really measured. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;

const medianOf = (rounds: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((name) => [
      name,
      quantile(
        rounds.map((round) => round[name] ?? Number.NaN),
        0.5,
      ),
    ]),
  );

/**
 * Rounds of all sides by turns, in reverse every second time: a machine that others use as well is slow for a while, and
 * that while must not fall on one side alone.
 */
export const runInterleaved = async (
  sides: readonly Side[],
  rounds: number,
  say: (line: string) => void,
): Promise<BenchmarkResult['sides']> => {
  const results = sides.map(({ name }) => ({ name, rounds: [] as Figures[] }));
  for (let round = 0; round < rounds; round += 1) {
    const order = sides.map((_, index) => (round % 2 === 0 ? index : sides.length - 1 - index));
    for (const index of order) {
      const [side, result] = [sides[index], results[index]];
      if (side === undefined || result === undefined) continue;
      say(`${round + 1}/${rounds} ${side.name}`);
      result.rounds.push(await side.measure());
    }
  }
  return results.map((result) => ({ ...result, medians: medianOf(result.rounds) }));
};
