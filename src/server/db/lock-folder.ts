import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SettingsError } from '#server/env.ts';

interface Owner {
  readonly pid: number;
  /** When the process began, so that a process id used again is not taken for the owner. */
  readonly began: string;
  readonly token: string;
}

const GONE = 'gone';
// Far longer than another start needs from judging a lock to replacing it.
const SETTLE = 100;

/** Linux tells when a process began, and that it ended though nobody took note; elsewhere the process id has to do. */
const readBeginning = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? GONE : (fields[19] ?? '');
};

const isRunning = async ({ pid, began }: Owner): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await readBeginning(pid)) === began;
};

const readOwner = async (file: string): Promise<Owner | null> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch {
    return null;
  }
};

const refuse = (folder: string, owner: Owner | null): SettingsError => {
  const who = owner === null ? '다른 사진관 서버' : `다른 사진관 서버(프로세스 ${owner.pid})`;
  return new SettingsError(
    `${who}가 이미 이 자료 폴더를 쓰고 있습니다: ${folder}\n` +
      '그 서버를 멈추거나 DATA_DIR를 다른 폴더로 정해 주세요.',
  );
};

/** A link appears whole or not at all, and only one of two processes can make it. */
const tryLink = async (draft: string, file: string): Promise<boolean> => {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/**
 * Makes this process the only one on `folder`: two of them on one embedded database would destroy it. A lock left by a
 * process that is gone is taken over. Answers how to let go.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'lock');
  const token = randomUUID();
  const draft = `${file}.${token}`;
  const self: Owner = { pid: process.pid, began: await readBeginning(process.pid), token };
  await writeFile(draft, JSON.stringify(self));
  try {
    if (!(await tryLink(draft, file))) {
      const owner = await readOwner(file);
      if (owner !== null && (await isRunning(owner))) throw refuse(folder, owner);
      // Two starts may find the same dead owner. The later one's lock stays: both look again whose it is.
      await rename(draft, file);
      await sleep(SETTLE);
    }
  } finally {
    await rm(draft, { force: true });
  }
  const isMine = async (): Promise<boolean> => (await readOwner(file))?.token === token;
  if (!(await isMine())) throw refuse(folder, await readOwner(file));
  return async () => {
    if (await isMine()) await rm(file, { force: true });
  };
};
