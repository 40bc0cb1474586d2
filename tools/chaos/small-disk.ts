import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own that is soon full. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  freeSpace(): Promise<void>;
  remove(): Promise<void>;
}

const CHUNK_BYTES = 1_048_576;
const LAST_CHUNK_BYTES = 4_096;

/** Whether this process may make one: root on Linux. */
export const canMountDisks = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

const run = (program: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
};

export const createSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder);
  // Lazily: a process that is just ending may still stand in it.
  const unmount = (): void => run('umount', '-l', folder);
  process.once('exit', unmount);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async () => {
      const handle = await open(ballast, 'a');
      try {
        for (const size of [CHUNK_BYTES, LAST_CHUNK_BYTES]) {
          const chunk = Buffer.alloc(size);
          let isFull = false;
          while (!isFull)
            isFull = await handle.write(chunk).then(
              () => false,
              () => true,
            );
        }
      } finally {
        await handle.close();
      }
    },
    freeSpace: () => rm(ballast, { force: true }),
    remove: async () => {
      process.off('exit', unmount);
      unmount();
      await rmdir(folder);
    },
  };
};
