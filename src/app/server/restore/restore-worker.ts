// Restores the backup that was uploaded to a data folder. The argument is the path of that folder, and stdin has the passphrase. Runs in
// its own process: it opens a second database, and the file is untrusted, because anybody with the setup link can upload one.
import { mkdir, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { loadEnv } from '#platform/server/env.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { systemClock } from '#platform/server/ports/clock.ts';
import { restoreBackup } from '../operations/backup/restore-command.ts';
import { describeStartError } from '../operations/describe-start-error.ts';
import { EXIT_CODES } from './restore-in-subprocess.ts';
import { restorePaths } from './restored-folders.ts';
import { UnusableFileError, unpackBackup } from './unpack-backup.ts';

const restore = async (dataDir: string, passphrase: string): Promise<void> => {
  const { upload, unpacked, target } = restorePaths(dataDir);
  for (const left of [unpacked, target]) await rm(left, { recursive: true, force: true });
  try {
    await mkdir(unpacked, { mode: 0o700 });
    await unpackBackup(upload, passphrase, unpacked);
    const env = { ...loadEnv(), dataDir: target };
    await restoreBackup(unpacked, env, { move: false }, { clock: systemClock, print: () => undefined });
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
};

const exitCodeOf = (error: unknown): number => {
  if (error instanceof UnusableFileError) return EXIT_CODES.unusableFile;
  return error instanceof OperatorError ? EXIT_CODES.refused : EXIT_CODES.failed;
};

const [, , folder = ''] = process.argv;
try {
  await restore(folder, await text(process.stdin));
} catch (error) {
  process.stderr.write(describeStartError(error));
  process.exitCode = exitCodeOf(error);
}
