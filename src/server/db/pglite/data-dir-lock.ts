import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { sha256Hex } from '#server/files/sha256.ts';
import { SettingsError } from '#server/env.ts';

/*
 * Only one process may open the embedded database: two of them destroy it. Node offers no `flock`, and neither a process id
 * nor a heartbeat is proof: ids mean nothing in another PID namespace (every container has a process 1), and a paused owner
 * misses its heartbeats but goes on writing when it wakes. A Unix socket in the folder is proof: the kernel accepts
 * connections to it as long as its process exists, also while that is paused, refuses them from the moment it is gone,
 * `kill -9` included, and does so across PID, network and mount namespaces.
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
// macOS allows 104 bytes, Linux 108; a longer path would be cut off silently.
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

/** Every error but these two (no permission, a full backlog of a paused owner) leaves the owner's end unproven. */
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

/** Answers how to stop listening. */
const listenOn = async (path: string): Promise<() => Promise<void>> => {
  const server = createServer((socket) => socket.destroy());
  // The lock alone keeps no process running.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return () => new Promise((resolve) => void server.close(() => resolve()));
};

/** The locks in the folder but `own`: live ones, stale ones and the highest number. */
const findLocks = async (dataDir: string, own?: string) => {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(LOCK_PREFIX) && name !== own);
  const live: string[] = [];
  const stale: string[] = [];
  for (const name of names) ((await isLive(socketPath(dataDir, name))) ? live : stale).push(name);
  const highest = Math.max(0, ...names.map((name) => Number(LOCK_NAME.exec(name)?.[1] ?? 0)));
  return { isTaken: live.some((name) => LOCK_NAME.test(name)), stale, highest };
};

/** False when another start was faster: it has the name, or has removed our draft. */
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

/** The same for every spelling of the folder's path: by a link, a short name or in another letter case. */
export const getPipeName = async (dataDir: string): Promise<string> =>
  `\\\\.\\pipe\\sajingwan-${sha256Hex((await realpath(dataDir)).toLowerCase())}`;

/** Windows has no socket files, but named pipes: one process at a time can create a name, which goes with the process. */
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
