import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes until the disk is full. */
  fill(): Promise<void>;
  /** Deletes what `fill` wrote. */
  freeSpace(): Promise<void>;
  remove(): Promise<void>;
}

const CHUNK_BYTES = 1_048_576;
const LAST_CHUNK_BYTES = 4_096;

/** Mounting requires root on Linux. */
export const canMountDisks = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

const run = (program: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
};

export const createSmallDisk = async (megabytes: number): Promise<SmallDisk> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-disk-'));
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder);
  // Lazy unmount: an ending process may still use the folder.
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
