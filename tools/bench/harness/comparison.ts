import { quantile } from '#tools/goals.ts';
import { newIp } from './http-client.ts';
import {
  medianAt,
  type BenchmarkResult,
  type Comparison,
  type Figures,
  type Side,
} from './interleaved-runs.ts';
import { generateLoad, requestsFor, formatRequest } from './load-generator.ts';
import { treeCpuSeconds, peakBytes } from './process-metrics.ts';

export interface Subject {
  /** `milliseconds` applies only to load that can run for any time; a fixed number of requests ignores it. */
  measure(milliseconds: number): Promise<Figures>;
}

/** The site and a baseline, measured one right after the other in each round. */
export interface ComparisonSpec {
  readonly name: string;
  readonly ours: Subject;
  readonly limit: Subject;
  /** Name of the baseline. */
  readonly limitName: string;
  /** Lowest acceptable ratio of site to baseline; absent when the comparison has no goal. */
  readonly minRatio?: number;
  /** Requests per second that meet the goal whatever the ratio. */
  readonly sufficientRate?: number;
}

const CONNECTIONS = 16;
const BYTES_PER_MEGABYTE = 1_000_000;

interface MeasuredProcess {
  readonly pid: number;
  /** Process id of the database, if it runs in a process of its own. */
  readonly databasePid?: number | null;
}

/**
 * Adds the server's peak resident memory and the CPU milliseconds per response of the server and its database. Other work on
 * the machine affects CPU time least of all figures.
 */
export const withProcessMetrics = (
  { pid, databasePid = null }: MeasuredProcess,
  { measure }: Subject,
): Subject => ({
  measure: async (milliseconds) => {
    const pids = databasePid === null ? [pid] : [pid, databasePid];
    const before = pids.map(treeCpuSeconds);
    const work = measure(milliseconds);
    const bytes = await peakBytes(pid, work);
    const figures = await work;
    const [own = 0, database] = pids.map(
      (one, index) => ((treeCpuSeconds(one) - (before[index] ?? 0)) * 1_000) / (figures.count ?? Number.NaN),
    );
    return {
      ...figures,
      MB: bytes / BYTES_PER_MEGABYTE,
      'CPU ms': own,
      ...(database === undefined ? {} : { 'database CPU ms': database }),
    };
  },
});

/** Repeats one request, each time from another client IP address. */
export const repeatRequest = (url: URL, token?: () => Promise<string>): Subject => ({
  measure: async (milliseconds) => {
    const auth = token === undefined ? {} : { token: await token() };
    const write = (): string => formatRequest(url, { ...auth, headers: { 'x-forwarded-for': newIp() } });
    return generateLoad({ url, connections: CONNECTIONS, next: requestsFor(milliseconds, write) });
  },
});

const sideNames = ({ name, limitName }: ComparisonSpec): [string, string] => [
  `${name}: ours`,
  `${name}: ${limitName}`,
];

export const sidesOf = (specs: readonly ComparisonSpec[], milliseconds: number): Side[] =>
  specs.flatMap((spec) => {
    const [ours, limit] = sideNames(spec);
    return [
      { name: ours, measure: () => spec.ours.measure(milliseconds) },
      { name: limit, measure: () => spec.limit.measure(milliseconds) },
    ];
  });

const formatGoal = (
  { minRatio, sufficientRate = Number.POSITIVE_INFINITY }: ComparisonSpec,
  { ratio, ours }: Pick<Comparison, 'ratio' | 'ours'>,
): string => {
  if (minRatio === undefined) return '';
  const isMet = ratio >= minRatio || ours >= sufficientRate;
  return `${isMet ? '✓' : '✗'} ≥ ${minRatio}${sufficientRate === Number.POSITIVE_INFINITY ? '' : ` or ${sufficientRate}/s`}`;
};

export const compare = (spec: ComparisonSpec, sides: BenchmarkResult['sides']): Comparison => {
  const [ourName, limitName] = sideNames(spec);
  const roundsOf = (side: string, figure: string): number[] =>
    sides.find(({ name }) => name === side)?.rounds.map((round) => round[figure] ?? Number.NaN) ?? [];
  const limitRates = roundsOf(limitName, '/s');
  const ratios = roundsOf(ourName, '/s').map((rate, round) => rate / (limitRates[round] ?? Number.NaN));
  const result = {
    ratio: quantile(ratios, 0.5),
    ours: medianAt(sides, ourName, '/s'),
    limit: medianAt(sides, limitName, '/s'),
    oursCost: medianAt(sides, ourName, 'CPU ms'),
    limitCost: medianAt(sides, limitName, 'CPU ms'),
  };
  return { name: spec.name, ...result, limitName: spec.limitName, goal: formatGoal(spec, result) };
};
