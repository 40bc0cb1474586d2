import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const BUILT_WORKER = 'dist/server/check-backup-worker.js';
const TIMEOUT_MS = 30 * 60_000;
const run = promisify(execFile);

/** Checks a backup in a child process. When that fails, rejects with what the process wrote to stderr, if anything. */
export const checkInSubprocess = async (folder: string): Promise<void> => {
  try {
    await run(process.execPath, [BUILT_WORKER, folder], { timeout: TIMEOUT_MS });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(stderr.trim() === '' ? 'the check did not finish' : stderr.trim(), { cause: error });
  }
};
