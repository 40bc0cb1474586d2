import { newAddress } from './client.ts';
import { drive, until, writeRequest } from './drive.ts';
import { allCpuSeconds, peakBytes } from './process-figures.ts';
import type { Comparison, Figures, Finding, Side } from './rounds.ts';
import { quantile } from './rounds.ts';

export interface Contender {
  /** Milliseconds are for what can be done for as long as one likes. */
  measure(milliseconds: number): Promise<Figures>;
}

/** Ours beside what the machine can do at best, one right after the other in each round. */
export interface Contest {
  readonly name: string;
  readonly ours: Contender;
  readonly limit: Contender;
  /** What the limit is. */
  readonly of: string;
  /** The least ratio; absent when it is only worth knowing. */
  readonly goal?: number;
  /** So many a second are enough as well. */
  readonly enough?: number;
}

const CONNECTIONS = 16;
const MB = 1_000_000;

interface Watched {
  readonly pid: number;
  /** Of its database, where that is a process of its own. */
  readonly databasePid?: number | null;
}

/**
 * With the most that the server's processes hold meanwhile, and the milliseconds of a processor that an answer takes of them and of
 * their database: on a machine that others use as well, the one figure that they do not move.
 */
export const watched = ({ pid, databasePid = null }: Watched, { measure }: Contender): Contender => ({
  measure: async (milliseconds) => {
    const pids = databasePid === null ? [pid] : [pid, databasePid];
    const before = pids.map(allCpuSeconds);
    const work = measure(milliseconds);
    const bytes = await peakBytes(pid, work);
    const figures = await work;
    const [own = 0, database] = pids.map(
      (one, index) => ((allCpuSeconds(one) - (before[index] ?? 0)) * 1_000) / (figures.count ?? Number.NaN),
    );
    return {
      ...figures,
      MB: bytes / MB,
      'CPU ms': own,
      ...(database === undefined ? {} : { 'database CPU ms': database }),
    };
  },
});

/** The same question again and again, each time by another visitor. */
export const asking = (url: URL, token?: () => Promise<string>): Contender => ({
  measure: async (milliseconds) => {
    const whose = token === undefined ? {} : { token: await token() };
    const write = (): string => writeRequest(url, { ...whose, headers: { 'x-forwarded-for': newAddress() } });
    return drive({ url, connections: CONNECTIONS, next: until(milliseconds, write) });
  },
});

const sideNames = ({ name, of }: Contest): [string, string] => [`${name}: ours`, `${name}: ${of}`];

export const sidesOf = (contests: readonly Contest[], milliseconds: number): Side[] =>
  contests.flatMap((contest) => {
    const [ours, limit] = sideNames(contest);
    return [
      { name: ours, measure: () => contest.ours.measure(milliseconds) },
      { name: limit, measure: () => contest.limit.measure(milliseconds) },
    ];
  });

const figuresOf = (sides: Finding['sides'], name: string, figure: string): number[] =>
  sides.find((side) => side.name === name)?.rounds.map((round) => round[figure] ?? Number.NaN) ?? [];

const judge = (
  { goal, enough = Number.POSITIVE_INFINITY }: Contest,
  { ratio, ours }: Pick<Comparison, 'ratio' | 'ours'>,
): string => {
  if (goal === undefined) return '';
  const isMet = ratio >= goal || ours >= enough;
  return `${isMet ? '✓' : '✗'} ≥ ${goal}${enough === Number.POSITIVE_INFINITY ? '' : ` or ${enough}/s`}`;
};

export const compare = (contest: Contest, sides: Finding['sides']): Comparison => {
  const [ours, limit] = sideNames(contest);
  const pairsOf = (figure: string) => [ours, limit].map((side) => figuresOf(sides, side, figure));
  const [rates = [], best = []] = pairsOf('/s');
  const [cost = [], least = []] = pairsOf('CPU ms');
  const ratio = quantile(
    rates.map((rate, round) => rate / (best[round] ?? Number.NaN)),
    0.5,
  );
  const found = { ratio, ours: quantile(rates, 0.5), limit: quantile(best, 0.5) };
  return {
    name: contest.name,
    ...found,
    cost: quantile(cost, 0.5),
    leastCost: quantile(least, 0.5),
    of: contest.of,
    goal: judge(contest, found),
  };
};
