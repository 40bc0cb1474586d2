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

/** Far more than the largest photo takes on a busy machine. */
const DEADLINE = 180_000;
// Each encoder takes its own memory.
const MAX_ENCODERS = 4;
// Encoders take and leave large blocks all the time: glibc would keep a sixth of the peak for itself.
const BLOCK = String(128 * 1024);
/** How a process ends that its input has broken. */
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

/** Knows by its channel when this process is gone, and ends too. Refuses UNAVAILABLE when the system gives none. */
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
    // Whoever waits for its end is told; nobody listening would end the server.
    child.on('error', () => undefined);
    return child;
  }
  const [error] = (await once(child, 'error')) as [unknown];
  throw isScarce(error) ? refuseForNow() : error;
};

/**
 * `derivePhoto` in a process of its own, started by `command`. A file that breaks or holds up its decoder takes along
 * nothing else and is refused (400); the process knows no secret; its memory is given back; and neither the event loop
 * nor libuv's threads, which passwords and files wait for, have anything to do with it. Starting it takes a tenth of a
 * second of the several that a photo takes.
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
  // One that has ended takes nothing more; how it ended says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    const [written, [code, signal]] = await Promise.all([
      buffer(child.stdout),
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    if (isLate || CRASHES.includes(signal)) throw refusePhoto(photoMessages.unreadable);
    // Ended by somebody else, such as a system without memory: the same file may do the next time.
    if (signal !== null) throw new ProcessKilled();
    if (code !== 0) throw new Error(`the process that derives photos ended with ${code}`);
    const outcome = deserialize(written) as DeriveOutcome;
    if ('refused' in outcome) throw refusePhoto(outcome.refused);
    return outcome.photo;
  } finally {
    clearTimeout(timer);
    // What it makes can no longer be read.
    child.kill('SIGKILL');
  }
};
