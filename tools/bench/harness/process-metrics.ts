import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const PAGE_BYTES = 4_096;
const SAMPLE_INTERVAL_MS = 50;

const readIfExists = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

const childrenOf = (pid: number): number[] => {
  const folder = `/proc/${pid}/task`;
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((thread) =>
    readIfExists(`${folder}/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
};

/** Resident bytes of a process and all its descendants; shared pages count once per process. */
export const residentBytes = (pid: number): number => {
  const own = Number(readIfExists(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own);
};

export const residentMegabytes = (pid: number): number => residentBytes(pid) / 1_048_576;

/** Like `residentBytes`, without programs and other files, which the kernel drops when memory is short. */
export const anonymousBytes = (pid: number): number => {
  const [, kilobytes = 0] = /RssAnon:\s+(\d+) kB/.exec(readIfExists(`/proc/${pid}/status`)) ?? [];
  return childrenOf(pid).reduce((sum, child) => sum + anonymousBytes(child), Number(kilobytes) * 1_024);
};

// USER_HZ, which is 100 on all common Linux platforms.
const TICKS_PER_SECOND = 100;

/** CPU seconds used by a process and by its children that have ended. */
export const cpuSeconds = (pid: number): number => {
  // The process name in parentheses may contain spaces.
  const fields = readIfExists(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
};

/** CPU seconds of a process, its ended children and its running descendants. */
export const treeCpuSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + treeCpuSeconds(child), cpuSeconds(pid));

/** The peak of a process's and its descendants' bytes, by default the resident ones, until `work` ends. */
export const peakBytes = async (
  pid: number,
  work: Promise<unknown>,
  measure: (pid: number) => number = residentBytes,
): Promise<number> => {
  let isOver = false;
  const end = (): void => void (isOver = true);
  work.then(end, end);
  let peak = 0;
  while (!isOver) {
    peak = Math.max(peak, measure(pid));
    await sleep(SAMPLE_INTERVAL_MS);
  }
  await work;
  return peak;
};
