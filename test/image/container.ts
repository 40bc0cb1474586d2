import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#test/servers/free-port.ts';

interface ImageConfig {
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Container {
  readonly url: string;
  output(): string;
  /** The exit code of the image's health command, run in the container. */
  checkHealth(): number;
  /** Whether the server answers within this time. */
  isReady(timeoutMs: number): Promise<boolean>;
  /** Sends a signal to the server and waits until the container has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

interface ContainerOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The cgroup to run in. */
  readonly cgroup?: MemoryCgroup;
}

const UID = 1000;
const [buildah = '', ...storage] = JSON.parse(process.env['TEST_BUILDAH'] ?? '[]') as string[];
const image = process.env['TEST_IMAGE'] ?? '';

const runBuildah = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(buildah, [...storage, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`buildah ${args.join(' ')}\n${stderr}`);
  return stdout.trim();
};

const readConfig = (): ImageConfig =>
  (JSON.parse(runBuildah('inspect', '--type', 'image', image)) as { Docker: { config: ImageConfig } }).Docker
    .config;

export const config = readConfig();

/** A folder that the user of the image can write to, as a volume. */
export const createVolume = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-volume-'));
  await chown(folder, UID, UID);
  return folder;
};

/** A cgroup that limits memory, with version 1 or 2 of the kernel's interface. */
export interface MemoryCgroup {
  /** The path of `cgroup.procs`. A process joins the cgroup by writing its id to this file. */
  readonly procs: string;
  /** The largest use of memory so far in bytes, with the files that the kernel caches. */
  peakBytes(): Promise<number>;
  /** How many processes the kernel has killed for lack of memory. */
  kills(): Promise<number>;
  remove(): Promise<void>;
}

const isV1 = existsSync('/sys/fs/cgroup/memory');

export const createMemoryCgroup = async (limitBytes: number): Promise<MemoryCgroup> => {
  const folder = join(
    isV1 ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup',
    `sajingwan-${process.pid}-${limitBytes}`,
  );
  await mkdir(folder);
  await writeFile(join(folder, isV1 ? 'memory.limit_in_bytes' : 'memory.max'), String(limitBytes));
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return {
    procs: join(folder, 'cgroup.procs'),
    peakBytes: async () => Number(await read(isV1 ? 'memory.max_usage_in_bytes' : 'memory.peak')),
    kills: async () =>
      Number(
        /oom_kill (\d+)/.exec(await read(isV1 ? 'memory.oom_control' : 'memory.events'))?.[1] ?? Number.NaN,
      ),
    remove: () => rmdir(folder),
  };
};

const readDescendants = async (pid: number): Promise<number[]> => {
  // A process belongs to the thread that has started it.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [...children, ...(await Promise.all(children.map(readDescendants))).flat()];
};

/** The server's process among those that `buildah run` has started. */
const findServer = async ({ pid = 0 }: ChildProcess): Promise<number> => {
  for (const process of await readDescendants(pid)) {
    const command = (await readFile(`/proc/${process}/cmdline`, 'utf8')).split('\0').slice(0, -1);
    if (basename(command[0] ?? '') === config.Cmd[0] && command[1] === config.Cmd[1]) return process;
  }
  throw new Error('the server does not run');
};

const isHealthy = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) })).ok;
  } catch {
    return false;
  }
};

/** Starts the command of the image as process 1 of a PID namespace, with the volume as its data folder. */
export const startContainer = async ({ dataDir, env = {}, cgroup }: ContainerOptions): Promise<Container> => {
  const name = runBuildah('from', image);
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    PORT: port,
    PUBLIC_URL: url,
    SAMPLE_CONTENT: 'false',
    BACKUP_DIR: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const options = ['run', '--isolation', 'chroot', '--volume', `${dataDir}:/data`];
  for (const [key, value] of Object.entries(settings)) options.push('--env', `${key}=${value}`);
  const enterCgroup = cgroup === undefined ? ':' : `echo $$ > ${cgroup.procs}`;
  const namespaces = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const command = [...namespaces, buildah, ...storage, ...options, name, '--', ...config.Cmd];
  const child = spawn('sh', ['-c', `${enterCgroup} && exec "$@"`, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const reap = (): void => void child.kill('SIGKILL');
  process.once('exit', reap);
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    url,
    output: () => output,
    checkHealth: () => {
      const [, ...test] = config.Healthcheck.Test;
      const args = ['run', '--isolation', 'chroot', '--env', `PORT=${port}`, name, '--', ...test];
      return spawnSync(buildah, [...storage, ...args]).status ?? -1;
    },
    isReady: async (timeoutMs) => {
      const deadline = Date.now() + timeoutMs;
      while (!(await isHealthy(url))) {
        if (isOver() || Date.now() > deadline) return false;
        await sleep(50);
      }
      return true;
    },
    end: async (signal) => {
      if (!isOver()) process.kill(await findServer(child), signal);
      await ended;
      process.off('exit', reap);
      runBuildah('rm', name);
    },
  };
};
