// Builds the container image with Buildah and tries it. No image registry is needed: the base is a minimal Debian with this Node.js.
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureInstalled } from './install.js';
import { root, run, runOrThrow } from './run.js';
import { ensurePrograms } from './system-packages.js';
import { failedRun, printSummary } from './testing/test-reports.js';
import { runVitest } from './testing/test-runners.js';

const PROGRAMS = { buildah: 'buildah', caddy: 'caddy', debootstrap: 'debootstrap', unshare: 'util-linux' };
const BASE = 'localhost/sajingwan-base';
const IMAGE = 'localhost/sajingwan';
const CERTIFICATES = '/etc/ssl/certs';
const NPMRC = `cafile=${CERTIFICATES}/ca-certificates.crt\n`;

const folder = path.join(root, '.cache/image');
const baseFolder = path.join(folder, 'base');
const storage = ['--root', path.join(folder, 'storage'), '--runroot', path.join(folder, 'run')];
const buildah = ['buildah', ...storage, '--storage-driver', 'vfs'];

const check = (...command) => runOrThrow(command, { isQuiet: true });

/** Makes a Debian with Node.js and npm, in the places where the official image has them. */
const makeBase = async () => {
  const ready = `${baseFolder}.ready`;
  if (!existsSync(ready)) {
    console.log('기본 이미지를 만듭니다…');
    await rm(baseFolder, { recursive: true, force: true });
    await check('debootstrap', '--variant=minbase', 'bookworm', baseFolder);
    await rm(path.join(baseFolder, 'var/cache/apt'), { recursive: true });
    await mkdir(ready);
  }
  const local = path.join(baseFolder, 'usr/local');
  const modules = path.join(path.dirname(process.execPath), '../lib/node_modules/npm');
  await cp(process.execPath, path.join(local, 'bin/node'));
  const npm = path.join(local, 'lib/node_modules/npm');
  for (const old of [npm, path.join(local, 'bin/npm')]) await rm(old, { recursive: true, force: true });
  await cp(modules, npm, { recursive: true, verbatimSymlinks: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await check(...buildah, 'from', '--name', 'base', 'scratch');
  await check(...buildah, 'add', 'base', baseFolder, '/');
  await check(...buildah, 'config', '--env', `PATH=${PATH}`, 'base');
  await check(...buildah, 'commit', '--format', 'docker', '--rm', 'base', BASE);
};

/** Builds `deploy/Containerfile`. npm may need the certificates of this machine to reach the registry; they are mounted only. */
const buildImage = async () => {
  console.log('이미지를 빌드합니다…');
  const npmrc = path.join(folder, 'npmrc');
  await writeFile(npmrc, NPMRC);
  const options = [
    '--isolation=chroot',
    '--format=docker',
    '--layers=false',
    `--volume=${CERTIFICATES}:${CERTIFICATES}:ro`,
    `--volume=${npmrc}:/root/.npmrc:ro`,
    `--build-arg=BASE=${BASE}`,
    '--file=deploy/Containerfile',
    `--tag=${IMAGE}`,
  ];
  await check(...buildah, 'build', ...options, '.');
};

const removeStorage = async () => {
  await run([...buildah, 'rm', '--all'], { isQuiet: true });
  await run([...buildah, 'rmi', '--all', '--force'], { isQuiet: true });
};

await ensureInstalled();
let counts;
try {
  if (process.getuid?.() !== 0) throw new Error('root로 실행해 주세요.');
  await ensurePrograms('이미지 테스트', PROGRAMS);
  await mkdir(folder, { recursive: true });
  await removeStorage();
  await makeBase();
  await buildImage();
  process.env.TEST_IMAGE = IMAGE;
  process.env.TEST_BUILDAH = JSON.stringify(buildah);
  counts = await runVitest('--project', 'image', ...process.argv.slice(2));
} catch (error) {
  counts = failedRun(error.message);
} finally {
  await removeStorage();
}
printSummary(counts);
