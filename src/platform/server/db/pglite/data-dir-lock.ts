import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, relative } from 'node:path';
import { sha256Hex } from '../../files/sha256.ts';
import { OperatorError } from '../../operator-error.ts';

/*
 * Locks the data folder, because two processes that open the embedded database can destroy it. Node has no `flock`. Process ids and
 * heartbeats do not prove that an owner is gone: ids mean nothing in another PID namespace (every container has a process 1), and a
 * paused owner misses heartbeats but continues to write when it resumes. A Unix socket in the folder is a proof: the kernel accepts
 * connections while the listening process exists, even if it is paused, and refuses them once it is gone (including `kill -9`). This
 * works across PID, network and mount namespaces.
 *
 * Protocol, independent of timing:
 * 1. Listen on a draft socket, so that the lock is live before other processes can see it.
 * 2. Fail if any lock is live. Otherwise publish the draft as `lock.<highest number + 1>` with `link`, which fails if the name
 *    exists: of several processes that found the same stale lock, at most one succeeds.
 * 3. Check all other locks again and fail if one is live. Only its owner removes a live lock, so of any two processes the one that
 *    published later sees the other, however long either was stalled.
 * 4. Remove stale locks.
 *
 * Limitation: processes on different machines or kernels that share the folder do not see each other.
 */

const LOCK_NAME = /^lock\.(\d+)$/;
const LOCK_PREFIX = 'lock.';
// Socket paths are limited to 104 bytes on macOS and 108 on Linux.
const MAX_PATH_BYTES = 100;

/** Another process uses the data folder. */
export class DataDirInUseError extends OperatorError {
  constructor(dataDir: string) {
    super(
      `다른 사진관 서버가 이미 이 데이터 폴더를 쓰고 있습니다: ${dataDir}\n` +
        '그 서버를 중지하거나 DATA_DIR를 다른 폴더로 지정해 주세요.',
    );
  }
}

/** The socket's path, relative to the working directory if that is shorter. */
const socketPath = (dataDir: string, name: string): string => {
  const path = join(dataDir, name);
  const relativePath = relative('.', path);
  return Buffer.byteLength(relativePath) < Buffer.byteLength(path) ? relativePath : path;
};

/**
 * Whether a process listens on the socket. Only the errors "refused" and "no such file" prove that the owner is gone. All others count as
 * live, such as a missing permission or the full backlog of a paused owner.
 */
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

/** Listens on the path and returns a function that stops listening. */
const listenOn = async (path: string): Promise<() => Promise<void>> => {
  const server = createServer((socket) => socket.destroy());
  // The lock must not keep the process alive.
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return () => new Promise((resolve) => void server.close(() => resolve()));
};

/** Checks all locks and drafts in the folder except `own`: whether a lock is live, the names of stale ones, and the highest number. */
const findLocks = async (dataDir: string, own?: string) => {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(LOCK_PREFIX) && name !== own);
  const live: string[] = [];
  const stale: string[] = [];
  for (const name of names) ((await isLive(socketPath(dataDir, name))) ? live : stale).push(name);
  const highest = Math.max(0, ...names.map((name) => Number(LOCK_NAME.exec(name)?.[1] ?? 0)));
  return { isLocked: live.some((name) => LOCK_NAME.test(name)), stale, highest };
};

/** Publishes the draft as a lock. False when another process was faster: it owns the name, or removed our draft as stale. */
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

/** The Windows pipe name of a folder. Symlinks, short names and other letter cases of the path give the same name. */
export const getPipeName = async (dataDir: string): Promise<string> =>
  `\\\\.\\pipe\\sajingwan-${sha256Hex((await realpath(dataDir)).toLowerCase())}`;

/** Locks by a named pipe on Windows, where Node has no socket files: one process at a time can own a name. */
const lockByPipe = async (dataDir: string): Promise<() => Promise<void>> => {
  try {
    return await listenOn(await getPipeName(dataDir));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new DataDirInUseError(dataDir) : error;
  }
};

/**
 * Locks the folder until the process exits or calls the returned function. Throws a `DataDirInUseError` if another process holds
 * the lock, and another `OperatorError` if the folder's path is too long for a socket.
 */
export const lockDataDir = async (dataDir: string): Promise<() => Promise<void>> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return lockByPipe(dataDir);
  const draft = socketPath(dataDir, `${LOCK_PREFIX}new-${randomBytes(4).toString('hex')}`);
  if (Buffer.byteLength(draft) > MAX_PATH_BYTES)
    throw new OperatorError(
      `데이터 폴더의 경로가 너무 깁니다: ${dataDir}\nDATA_DIR를 더 짧은 경로로 지정해 주세요.`,
    );
  const close = await listenOn(draft);
  let lock: string | undefined;
  const release = async (): Promise<void> => {
    if (lock !== undefined) await rm(lock, { force: true });
    await close();
  };
  try {
    const { isLocked, highest } = await findLocks(dataDir);
    const name = `${LOCK_PREFIX}${highest + 1}`;
    if (isLocked || !(await linkLock(draft, join(dataDir, name)))) throw new DataDirInUseError(dataDir);
    lock = join(dataDir, name);
    await rm(draft);
    const others = await findLocks(dataDir, name);
    if (others.isLocked) throw new DataDirInUseError(dataDir);
    for (const stale of others.stale) await rm(join(dataDir, stale), { force: true });
    return release;
  } catch (error) {
    await release();
    throw error;
  }
};
