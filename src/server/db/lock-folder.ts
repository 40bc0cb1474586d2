import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '#server/env.ts';

interface Owner {
  readonly pid: number;
  /** When the process began, so that a process id used again is not taken for the owner. */
  readonly began: string;
}

/** Linux tells when a process began; elsewhere the process id alone has to do. */
const readBeginning = async (pid: number): Promise<string> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
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

/**
 * Makes this process the only one on `folder`: two of them on one embedded database would destroy it. A lock left by a
 * process that is gone is taken over. Answers how to let go.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'lock');
  const draft = `${file}.${process.pid}`;
  const self: Owner = { pid: process.pid, began: await readBeginning(process.pid) };
  await writeFile(draft, JSON.stringify(self));
  try {
    for (;;) {
      try {
        // A link appears whole or not at all, and only one of two processes can make it.
        await link(draft, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = await readOwner(file);
      if (owner !== null && (await isRunning(owner))) {
        throw new SettingsError(
          `다른 사진관 서버(프로세스 ${owner.pid})가 이미 이 자료 폴더를 쓰고 있습니다: ${folder}\n` +
            '그 서버를 멈추거나 DATA_DIR를 다른 폴더로 정해 주세요.',
        );
      }
      await rm(file, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
};
