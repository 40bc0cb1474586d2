import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '#test/servers/server-process.ts';

const root = await mkdtemp(join(tmpdir(), 'sajingwan-settings-'));
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs the server in a folder until it ends. */
const runServer = (cwd: string, main: string, env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

it('the server explains in one line that its packages are missing', async () => {
  await cp('dist/server', join(root, 'program'), { recursive: true });
  await writeFile(join(root, 'program/package.json'), '{"type":"module"}');
  expect(runServer(root, join(root, 'program/main.js'), { DATA_DIR: join(root, 'packages') })).toEqual({
    status: 1,
    stdout: '',
    stderr: '설치한 패키지가 없거나 빌드와 다릅니다. npm ci와 npm run build를 실행해 주세요.\n',
  });
});

it('the first line of an .env with a byte order mark is read', async () => {
  const folder = join(root, 'windows');
  await mkdir(folder);
  await writeFile(join(folder, '.env'), '\uFEFFPORT=three\r\nLOG_LEVEL=silent\r\n');
  expect(runServer(folder, resolve('dist/server/main.js'))).toEqual({
    status: 1,
    stdout: '',
    stderr: '설정 PORT: 0부터 65535까지의 정수여야 합니다.\n',
  });
});

it('the server explains in one line that HOST is no address of this machine', async () => {
  const settings = { DATA_DIR: join(root, 'host'), HOST: '192.0.2.1', SAMPLE_CONTENT: 'false' };
  const error: unknown = await startServer({ ...settings, LOG_LEVEL: 'silent' }).catch(
    (failure: unknown) => failure,
  );
  const lines = String(error).trim().split('\n').slice(1);
  expect(lines).toEqual([
    '설정 HOST: 이 컴퓨터의 주소가 아닙니다. 비우거나 127.0.0.1 또는 0.0.0.0으로 지정해 주세요.',
  ]);
});

it('the server starts with a backup folder and a ledger that cannot be used, and warns of them by name', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  const server = await startServer({
    DATA_DIR: join(root, 'places'),
    SAMPLE_CONTENT: 'false',
    BACKUP_DIR: join(file, 'backups'),
    ERASURE_LEDGER: join(root, 'missing/erasures.jsonl'),
  });
  expect(server.output()).toContain(`BACKUP_DIR ${file}/backups: `);
  expect(server.output()).toContain('ERASURE_LEDGER를 서버가 쓸 수 있는 파일로 지정해 주세요.');
  expect(await server.stop()).toBe(0);
});

it('a command whose output is cut off by its reader prints no trace', () => {
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$0" dist/server/cli.js doctor | head -n 1', process.execPath],
    {
      env: { PATH: process.env.PATH, DATA_DIR: join(root, 'unused') },
      encoding: 'utf8',
    },
  );
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringMatching(/^✓ 사진관 .*\n$/) as string,
    stderr: '',
  });
});

it.each(['admin', 'backup', 'restore', 'doctor', 'photos:check'])(
  'npm run %s -- --help prints the usage and succeeds',
  (name) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/cli.js', name, '--help'], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`npm run ${name}`);
  },
);
