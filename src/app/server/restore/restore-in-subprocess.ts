import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { OperatorError } from '#platform/server/operator-error.ts';
import { UnusableFileError } from './unpack-backup.ts';

const BUILT_WORKER = 'dist/server/restore-worker.js';
const TIMEOUT_MS = 6 * 60 * 60_000;

/** The exit codes of the worker for its errors, whose text it writes to stderr. */
export const EXIT_CODES = { failed: 1, refused: 2, unusableFile: 3 } as const;

/**
 * Restores the uploaded backup of the data folder into its `restorePaths().target`, in a child process that the signal ends. Throws an
 * `OperatorError` or an `UnusableFileError` when the child reports one, and another error when it fails otherwise.
 */
export const restoreInSubprocess = async (
  dataDir: string,
  passphrase: string,
  signal: AbortSignal,
): Promise<void> => {
  const child = spawn(process.execPath, [BUILT_WORKER, dataDir], {
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
    signal,
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  // The child may end before it has read the passphrase.
  child.stdin.on('error', () => undefined).end(passphrase);
  const [[code], message] = await Promise.all([ended, text(child.stderr)]);
  if (code === 0) return;
  if (code === EXIT_CODES.refused) throw new OperatorError(message);
  if (code === EXIT_CODES.unusableFile) throw new UnusableFileError(message);
  throw new Error(message === '' ? 'the restore did not finish' : message);
};
