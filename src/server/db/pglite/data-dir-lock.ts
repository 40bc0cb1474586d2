import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { sha256Hex } from '#server/files/sha256.ts';
import { SettingsError } from '#server/env.ts';

/*
 * Only one process may open the embedded database: two of them corrupt it. Node.js has no `flock`, and neither process ids nor
 * heartbeats are reliable: ids are not comparable across PID namespaces (every container has a process 1), and a paused owner misses
 * heartbeats but continues writing later. A Unix socket in the folder is reliable: the kernel accepts connections while its process
 * exists, even if it is paused, and refuses them once it has ended, including after `kill -9`, across PID, network and mount
 * namespaces.
 *
 * The protocol needs no timing:
 * 1. Listen on a draft, so that the lock is live before anyone can see it.
 * 2. Refuse if any lock is live. Otherwise publish the draft as `lock.<highest number + 1>` by `link`, which fails if the name
 *    exists: of several starts that found the same stale lock, one gets it.
 * 3. Look at all other locks once more and withdraw if one is live. Nobody removes a live lock, so of any two processes the one
 *    that published later sees the other, however long either was stalled before.
 * 4. Remove stale locks.
 *
 * Limits: processes on different machines, or kernels, that share the folder do not see each other.
 */

const LOCK_NAME = /^lock\.(\d+)$/;
const LOCK_PREFIX = 'lock.';
// macOS allows 104 bytes, Linux 108; longer paths are truncated silently.
const MAX_PATH_BYTES = 100;

const createInUseError = (dataDir: string): SettingsError =>
  new SettingsError(
    `다른 사진관 서버가 이미 이 데이터 폴더를 쓰고 있습니다: ${dataDir}\n` +
      '그 서버를 중지하거나 DATA_DIR를 다른 폴더로 지정해 주세요.',
  );

/** The socket's path, from the working directory if that is shorter. */
const socketPath = (dataDir: string, name: string): string => {
  const path = join(dataDir, name);
  const fromHere = relative('.', path);
  return Buffer.byteLength(fromHere) < Buffer.byteLength(path) ? fromHere : path;
};

/** Only these errors prove that the owner has ended; others, such as a full backlog of a paused owner, do not. */
const isLive = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT');
    });
  });

/** Listens on the socket; returns how to stop. */
const listenOn = async (path: string): Promise<() => Promise<void>> => {
  const server = createServer((socket) => socket.destroy());
  // The lock must not keep the process running.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return () => new Promise((resolve) => void server.close(() => resolve()));
};

/** Reads the locks in the folder except `own`: live ones, stale ones and the highest number. */
const findLocks = async (dataDir: string, own?: string) => {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(LOCK_PREFIX) && name !== own);
  const live: string[] = [];
  const stale: string[] = [];
  for (const name of names) ((await isLive(socketPath(dataDir, name))) ? live : stale).push(name);
  const highest = Math.max(0, ...names.map((name) => Number(LOCK_NAME.exec(name)?.[1] ?? 0)));
  return { isTaken: live.some((name) => LOCK_NAME.test(name)), stale, highest };
};

/** Publishes the draft; false when another start was faster and has the name or removed the draft. */
const linkLock = async (draft: string, lock: string): Promise<boolean> => {
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') return false;
    throw error;
  }
};

/** Normalises the folder's path, so that symbolic links, short names and letter case do not matter. */
export const getPipeName = async (dataDir: string): Promise<string> =>
  `\\\\.\\pipe\\sajingwan-${sha256Hex((await realpath(dataDir)).toLowerCase())}`;

/** On Windows a named pipe is used instead: one process can create a name, which disappears with the process. */
const lockByPipe = async (dataDir: string): Promise<() => Promise<void>> => {
  try {
    return await listenOn(await getPipeName(dataDir));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? createInUseError(dataDir) : error;
  }
};

/** Locks the folder for this process until it ends or calls the returned function. Throws a `SettingsError` if it is taken. */
export const lockDataDir = async (dataDir: string): Promise<() => Promise<void>> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return lockByPipe(dataDir);
  const draft = socketPath(dataDir, `${LOCK_PREFIX}new-${randomBytes(4).toString('hex')}`);
  if (Buffer.byteLength(draft) > MAX_PATH_BYTES)
    throw new SettingsError(
      `데이터 폴더의 경로가 너무 깁니다: ${dataDir}\nDATA_DIR를 더 짧은 경로로 지정해 주세요.`,
    );
  const close = await listenOn(draft);
  let lock: string | undefined;
  const release = async (): Promise<void> => {
    if (lock !== undefined) await rm(lock, { force: true });
    await close();
  };
  try {
    const { isTaken, highest } = await findLocks(dataDir);
    const name = `${LOCK_PREFIX}${highest + 1}`;
    if (isTaken || !(await linkLock(draft, join(dataDir, name)))) throw createInUseError(dataDir);
    lock = join(dataDir, name);
    await rm(draft);
    const others = await findLocks(dataDir, name);
    if (others.isTaken) throw createInUseError(dataDir);
    for (const stale of others.stale) await rm(join(dataDir, stale), { force: true });
    return release;
  } catch (error) {
    await release();
    throw error;
  }
};
