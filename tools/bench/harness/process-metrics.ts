import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PAGE_BYTES = 4_096;
const SAMPLE_INTERVAL_MS = 50;

const readIfExists = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Its process has ended.
    return '';
  }
};

const childrenOf = (pid: number): number[] => {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) =>
    readIfExists(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
};

/** What a process and all that it has started hold, in bytes; pages that they share count for each. */
export const residentBytes = (pid: number): number => {
  const own = Number(readIfExists(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own);
};

// What the kernel counts by, on every machine that one meets.
const TICKS_PER_SECOND = 100;

/** Seconds of all processors that a process and those it has started and seen end have used. */
export const cpuSeconds = (pid: number): number => {
  // The name in parentheses may hold spaces.
  const fields = readIfExists(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
};

/** With those that it has started and that still run. */
export const treeCpuSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + treeCpuSeconds(child), cpuSeconds(pid));

/** The most that they hold until `work` ends. */
export const peakBytes = async (pid: number, work: Promise<unknown>): Promise<number> => {
  let isOver = false;
  const end = (): void => void (isOver = true);
  work.then(end, end);
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, residentBytes(pid));
    await sleep(SAMPLE_INTERVAL_MS);
  }
  await work;
  return peak;
};
