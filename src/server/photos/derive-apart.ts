import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deserialize } from 'node:v8';
import { photoMessages } from '#contract/photos.ts';
import type { DerivedPhoto } from './derive-photo.ts';
import { ProcessKilled, refuseForNow } from './refuse-for-now.ts';
import { refusePhoto } from './refuse-photo.ts';

export type DeriveOutcome = { readonly photo: DerivedPhoto } | { readonly refused: string };

/** Milliseconds, far more than the largest photo takes on a busy machine. */
const DEADLINE = 180_000;
// Each encoder takes its own memory.
const MAX_ENCODERS = 4;
// Makes glibc return large blocks to the system; otherwise it keeps a sixth of the peak.
const BLOCK = String(128 * 1024);
/** Signals that a damaged input may cause. */
const CRASHES: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
];

const SCARCE = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];
const isScarce = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && SCARCE.includes(String(error.code));

type Deriving = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };
const isStarted = (child: ChildProcess): child is Deriving =>
  child.pid !== undefined && child.stdin !== null && child.stdout !== null;

/** The child ends when its channel to this process closes. Refuses UNAVAILABLE when the system cannot start one. */
const startProcess = async (command: readonly string[]): Promise<Deriving> => {
  const child = spawn(process.execPath, command, {
    env: {
      UV_THREADPOOL_SIZE: String(Math.min(availableParallelism(), MAX_ENCODERS)),
      MALLOC_MMAP_THRESHOLD_: BLOCK,
      MALLOC_TRIM_THRESHOLD_: BLOCK,
    },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  if (isStarted(child)) {
    // An unhandled error event would end the server.
    child.on('error', () => undefined);
    return child;
  }
  const [error] = (await once(child, 'error')) as [unknown];
  throw isScarce(error) ? refuseForNow() : error;
};

/**
 * Runs `derivePhoto` in a child process, so that a file that crashes or hangs the decoder affects nothing else: it is
 * refused (400).
 */
export const deriveApart = async (
  command: readonly string[],
  bytes: Uint8Array,
  salt: string,
  deadline = DEADLINE,
): Promise<DerivedPhoto> => {
  const child = await startProcess([...command, salt]);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, deadline);
  // The exit status tells why a closed process takes no input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    const [written, [code, signal]] = await Promise.all([
      buffer(child.stdout),
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    if (isLate || CRASHES.includes(signal)) throw refusePhoto(photoMessages.unreadable);
    // Killed from outside, for example for lack of memory: the file may work the next time.
    if (signal !== null) throw new ProcessKilled();
    if (code !== 0) throw new Error(`the process that derives photos ended with ${code}`);
    const outcome = deserialize(written) as DeriveOutcome;
    if ('refused' in outcome) throw refusePhoto(outcome.refused);
    return outcome.photo;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
};
