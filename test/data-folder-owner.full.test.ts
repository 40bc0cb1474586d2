import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findOwnAccount } from '#platform/server/files/accounts.ts';
import { isReachable } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const own = findOwnAccount();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-owner-'));
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs a program without root's right to read and write every file. */
const launcher: readonly string[] = isRoot
  ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', process.execPath]
  : [process.execPath];

const runCommand = (
  args: readonly string[],
  env: Record<string, string>,
  [command = '', ...launch] = launcher,
  cwd = '.',
) => {
  const { status, stdout, stderr } = spawnSync(command, [...launch, resolve('dist/server/cli.js'), ...args], {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

/** A folder that this account may not write. */
const createClosedFolder = async (name: string): Promise<string> => {
  const folder = join(root, name);
  await mkdir(folder, { mode: 0o500 });
  return folder;
};

/** A data folder with a file of another account, as a command that root ran has left it. */
const createDamagedFolder = async (name: string) => {
  const dataDir = join(root, name);
  const file = join(dataDir, 'db/pg_logical/replorigin_checkpoint');
  await mkdir(join(dataDir, 'db/pg_logical'), { recursive: true });
  if (isRoot) {
    await writeFile(file, '', { mode: 0o600 });
    await chown(file, NOBODY, NOBODY);
  } else {
    await symlink('/etc/shadow', file);
  }
  const advice = [
    `데이터 폴더를 읽거나 쓸 수 없습니다: ${file} (소유자 ${isRoot ? 'nobody' : 'root'})`,
    `데이터 폴더의 소유자는 ${own.name}, 실행한 계정은 ${own.name}입니다. root로 실행해 ${own.name} 계정에 돌려주세요: chown -R ${own.name}: ${dataDir}`,
  ];
  return { dataDir, advice };
};

it('a start on a file of another account says whose it is and how to give it back', async () => {
  const { dataDir, advice } = await createDamagedFolder('start');
  const [command = '', ...launch] = launcher;
  const starting = startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, [command, ...launch]);
  const error: unknown = await starting.catch((failure: unknown) => failure);
  expect(String(error).trim().split('\n').slice(1)).toEqual(advice);
});

it('the doctor says the same as a failed check', async () => {
  const { dataDir, advice } = await createDamagedFolder('doctor');
  const { status, stdout, stderr } = runCommand(['doctor'], { DATA_DIR: dataDir });
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toContain(
    `✗ 데이터 폴더를 사용할 수 없습니다\n${advice.map((line) => `    ${line}\n`).join('')}`,
  );
});

it('a command leaves only files of the owner of the data folder', async () => {
  const dataDir = join(root, 'owned');
  await mkdir(dataDir, { mode: 0o700 });
  // The owner has to be able to run the program.
  const isForeign = isRoot && (await isReachable(resolve('dist/server')));
  if (isForeign) await chown(dataDir, NOBODY, NOBODY);
  await chmod(root, 0o755);
  const { uid } = await stat(dataDir);
  const { status, stdout, stderr } = runCommand(['admin', 'list'], { DATA_DIR: dataDir }, [process.execPath]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('관리자가 없습니다');
  const files = await readdir(dataDir, { recursive: true });
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) expect((await stat(join(dataDir, file))).uid, file).toBe(uid);
});

it('a data folder that cannot be created comes with the line that creates it', async () => {
  const dataDir = join(await createClosedFolder('state'), 'new');
  expect(runCommand(['admin', 'list'], { DATA_DIR: dataDir })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(
      `install -d -o ${own.name} -g ${own.group} -m 700 ${dataDir}\n`,
    ) as string,
  });
});

it('a backup into a folder of somebody else names a folder that works and the line that creates it', async () => {
  const parent = await createClosedFolder('backups');
  const dataDir = join(root, 'backed-up');
  await mkdir(join(dataDir, 'db'), { recursive: true });
  const env = { DATA_DIR: dataDir, AUTH_SECRET: 'a-secret-of-more-than-thirty-two-letters' };
  const { status, stderr } = runCommand(['backup', join(parent, 'monday')], env);
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    `${own.name} 계정이 쓸 수 없는 폴더입니다: ${parent}`,
    `root로 폴더를 만들고: install -d -o ${own.name} -g ${own.group} -m 700 ${parent}/sajingwan`,
    `그 안에 백업해 주세요: npm run backup -- ${parent}/sajingwan/monday`,
  ]);
});

it('a backup that may not be read is not taken for another folder', async () => {
  const backup = join(root, 'unreadable');
  await mkdir(backup, { mode: 0o000 });
  const { status, stderr } = runCommand(['restore', backup], { DATA_DIR: join(root, 'target') });
  expect(status).toBe(1);
  expect(stderr).toContain(`${backup}/manifest.json: ${own.name} 계정은 읽거나 쓸 권한이 없습니다.`);
});

it('an .env that may not be read is not called missing', async () => {
  const folder = join(root, 'settings');
  await mkdir(folder);
  await writeFile(join(folder, '.env'), 'PORT=3000', { mode: 0o000 });
  const reason = `.env: ${own.name} 계정은 읽거나 쓸 권한이 없습니다. 소유자는 ${own.name}입니다.`;
  expect(runCommand(['doctor'], {}, launcher, folder)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(reason) as string,
    stderr: '',
  });
  expect(runCommand(['admin', 'list'], {}, launcher, folder).stderr).toContain(reason);
});
