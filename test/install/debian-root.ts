import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SUITE = 'trixie';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e9 });

/** A Debian with its own processes and file system, which shares the network of this machine. */
export interface DebianRoot {
  /** The folder of its file system. */
  readonly folder: string;
  /** Runs shell commands as root, and ends at the first that fails. */
  sh(script: string): {
    readonly status: number | null;
    /** What it printed: errors first. */
    readonly output: string;
  };
  remove(): Promise<void>;
}

/** Makes the packed minimal Debian once; it is kept in `.cache`. */
const packDebian = async (): Promise<string> => {
  const archive = resolve('.cache', `debian-${SUITE}.tar`);
  if (existsSync(archive)) return archive;
  await mkdir(resolve('.cache'), { recursive: true });
  run(
    'mmdebstrap',
    '--format=tar',
    '--variant=minbase',
    '--include=ca-certificates',
    SUITE,
    `${archive}.part`,
  );
  await rename(`${archive}.part`, archive);
  return archive;
};

/** What a root on this machine needs to reach the package registries: certificates, name servers, settings of apt. */
const connect = async (folder: string): Promise<void> => {
  for (const file of [CERTIFICATES, '/etc/resolv.conf']) await copyFile(file, join(folder, file));
  await writeFile(join(folder, 'root/.npmrc'), `cafile=${CERTIFICATES}\n`);
  await writeFile(join(folder, 'etc/apt/apt.conf.d/99host'), run('apt-config', 'dump', 'Acquire'));
};

const findChild = async (pid: number): Promise<string> => {
  for (;;) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const [child] = children.split(' ').filter(Boolean);
    if (child !== undefined) return child;
    await sleep(50);
  }
};

/** Makes a fresh minimal Debian. `systemctl` stands in for systemd. */
export const createDebianRoot = async (): Promise<DebianRoot> => {
  const folder = resolve('.cache/debian-root');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  run('tar', '-x', '-f', await packDebian(), '-C', folder);
  await connect(folder);
  await copyFile('test/install/systemctl', join(folder, 'usr/local/bin/systemctl'));
  await appendFile(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n');
  const mounts = `mount -t proc proc ${folder}/proc && mount --rbind /dev ${folder}/dev`;
  const init = `${mounts} && exec chroot ${folder} /bin/sh -c 'sleep infinity; :'`;
  const holder = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', init]);
  const pid = await findChild(holder.pid ?? 0);
  while (spawnSync('nsenter', ['-t', pid, '--mount', '--root', 'test', '-d', '/proc/1']).status !== 0)
    await sleep(50);
  return {
    folder,
    sh: (script) => {
      const enter = ['-t', pid, '--pid', '--mount', '--root', '--wd', 'env', '-i', `PATH=${PATH}`];
      const env = [
        'HOME=/root',
        'DEBIAN_FRONTEND=noninteractive',
        `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
        'LANG=C.UTF-8',
      ];
      const { status, stdout, stderr } = spawnSync(
        'nsenter',
        [...enter, ...env, 'sh', '-e', '-c', `cd /\n${script}`],
        {
          encoding: 'utf8',
          maxBuffer: 1e9,
        },
      );
      return { status, output: stderr + stdout };
    },
    remove: async () => {
      holder.kill('SIGKILL');
      await new Promise((done) => void holder.once('close', done));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
