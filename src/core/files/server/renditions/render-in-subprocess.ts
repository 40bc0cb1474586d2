import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deserialize } from 'node:v8';
import { photoMessages } from '../../contract/photo-uploads.ts';
import { invalidPhoto, RenderProcessKilled, temporarilyUnavailable } from '../upload/upload-errors.ts';
import type { RenderedPhoto, RenderedPicture } from './generate-renditions.ts';
import type { RenderedLogo } from './render-logo.ts';

export type RenderResult<Rendered = RenderedPhoto | RenderedPicture | RenderedLogo> =
  | { readonly rendered: Rendered }
  | { readonly refused: string };

const BUILT_WORKER = 'dist/server/render-worker.js';
// The sources run only in development and tests, where the build may be missing or outdated.
const isBuilt = !/\.ts(\?|$)/.test(import.meta.url);
/** A picture takes a few seconds. One that hangs the decoder holds up the studio's photos for at most this long. */
const PICTURE_TIMEOUT_MS = 60_000;
/** A logo takes a second, but the nested parts of an SVG can take hours. */
const LOGO_TIMEOUT_MS = 10_000;
/** Far longer than the largest photo takes on a busy machine. */
const RENDER_TIMEOUT_MS = 180_000;
// Limited, because each encoder needs its own memory.
const MAX_ENCODERS = 4;
// Makes glibc return large blocks to the system; otherwise a sixth of the peak memory stays allocated.
const BLOCK_BYTES = String(128 * 1024);
/** Signals that a damaged file may cause. */
const CRASH_SIGNALS: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
];

const RESOURCE_ERROR_CODES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];
const isOutOfResources = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RESOURCE_ERROR_CODES.includes(String(error.code));

type RenderProcess = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };
const isStarted = (child: ChildProcess): child is RenderProcess =>
  child.pid !== undefined && child.stdin !== null && child.stdout !== null;

/** Starts a child process with an IPC channel. `render-worker.ts` ends itself when the channel closes. */
const startProcess = (command: readonly string[]): ChildProcess =>
  spawn(process.execPath, command, {
    env: {
      UV_THREADPOOL_SIZE: String(Math.min(availableParallelism(), MAX_ENCODERS)),
      MALLOC_MMAP_THRESHOLD_: BLOCK_BYTES,
      MALLOC_TRIM_THRESHOLD_: BLOCK_BYTES,
    },
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });

/**
 * Throws INVALID_INPUT when the file is refused, takes longer than `deadline` or ends the process by one of `CRASH_SIGNALS`, and
 * UNAVAILABLE when the process cannot be started for lack of resources or was killed from outside. Other failures throw other errors.
 */
const waitForResult = async <Rendered>(child: ChildProcess, deadline: number): Promise<Rendered> => {
  if (!isStarted(child)) {
    const [error] = (await once(child, 'error')) as [unknown];
    throw isOutOfResources(error) ? temporarilyUnavailable() : error;
  }
  // An unhandled error event would end the server process.
  child.on('error', () => undefined);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, deadline);
  try {
    const [written, [code, signal]] = await Promise.all([
      buffer(child.stdout),
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    if (isLate || CRASH_SIGNALS.includes(signal)) throw invalidPhoto(photoMessages.unreadable);
    // Killed from outside, for example by the OOM killer: the file may succeed the next time.
    if (signal !== null) throw new RenderProcessKilled();
    if (code !== 0) throw new Error(`the process that derives photos ended with ${code}`);
    const outcome = deserialize(written) as RenderResult<Rendered>;
    if ('refused' in outcome) throw invalidPhoto(outcome.refused);
    return outcome.rendered;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
};

/**
 * Renders in a child process, so that a file that crashes or hangs the decoder does not harm the server; such a file
 * is rejected with 400. Not an async function, because its frame would hold the file until the process ends.
 */
export const renderInSubprocess = <Rendered = RenderedPhoto>(
  command: readonly string[],
  bytes: Uint8Array,
  salt: string,
  deadline = RENDER_TIMEOUT_MS,
): Promise<Rendered> => {
  const child = startProcess([...command, salt]);
  // Write errors are ignored: the exit status tells why the process ended.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(bytes);
  return waitForResult(child, deadline);
};

// The built server does not load the decoder for the functions below. They are not async, because their frames would hold the file.

export const renderPhoto = (bytes: Uint8Array, salt: string): Promise<RenderedPhoto> =>
  isBuilt
    ? renderInSubprocess([resolve(BUILT_WORKER), 'photo'], bytes, salt)
    : import('./generate-renditions.ts').then(({ generateRenditions }) => generateRenditions(bytes, salt));

/** Renders a member's private picture. */
export const renderPictureFile = (bytes: Uint8Array): Promise<RenderedPicture> =>
  isBuilt
    ? renderInSubprocess<RenderedPicture>([resolve(BUILT_WORKER), 'picture'], bytes, '', PICTURE_TIMEOUT_MS)
    : import('./generate-renditions.ts').then(({ renderPicture }) => renderPicture(bytes));

export const renderLogoFile = (bytes: Uint8Array): Promise<RenderedLogo> =>
  isBuilt
    ? renderInSubprocess<RenderedLogo>([resolve(BUILT_WORKER), 'logo'], bytes, '', LOGO_TIMEOUT_MS)
    : import('./render-logo.ts').then(({ renderLogo }) => renderLogo(bytes));
