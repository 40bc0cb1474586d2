import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '#test/servers/server-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-full-'));
const elsewhere = await mkdtemp(join(tmpdir(), 'sajingwan-elsewhere-'));
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await rm(elsewhere, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const DISK_BYTES = 160_000_000;
/** The health check probes again after five seconds. */
const PROBED_AGAIN = { timeout: 20_000, interval: 500 };

it('on a full disk healthz responds 503 and the commands say why, until there is space again', async () => {
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'silent' }, [
    'unshare',
    ...(isRoot ? [] : ['--user', '--map-root-user']),
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$DATA_DIR" && exec "$@"`,
    'sh',
    process.execPath,
  ]);
  const readHealth = async () => (await fetch(`${server.url}/healthz`)).status;
  const runCommand = (...args: string[]) => {
    const enter = [
      '--target',
      String(server.pid),
      '--mount',
      ...(isRoot ? [] : ['--user', '--preserve-credentials']),
    ];
    const command = [process.execPath, 'dist/server/cli.js', ...args];
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, `--wd=${process.cwd()}`, ...command], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'production', BACKUP_DIR: 'off' },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  expect(await readHealth()).toBe(200);

  const ballast = `/proc/${server.pid}/root${dataDir}/ballast`;
  await writeFile(ballast, Buffer.alloc(DISK_BYTES)).catch(() => undefined);
  await expect.poll(readHealth, PROBED_AGAIN).toBe(503);
  const backup = runCommand('backup', join(elsewhere, 'one'));
  expect(backup.status).toBe(1);
  // Its tables or its copy for the backup, which are both in the data folder.
  expect(backup.stderr).toMatch(/(DATA_DIR|^\/.*): 디스크가 가득 찼습니다|디스크가 가득 찼습니다.*DATA_DIR/);
  expect(backup.stderr.trim().split('\n')).toHaveLength(1);
  const doctor = runCommand('doctor');
  expect(doctor.stdout).toContain('✗ 빈 공간 0.0 GB');
  expect(doctor.stderr).toBe('');
  expect(server.exitReason()).toBeNull();

  await rm(ballast);
  await expect.poll(readHealth, PROBED_AGAIN).toBe(200);
  expect(runCommand('backup', join(elsewhere, 'two')).status).toBe(0);
  expect(await server.stop()).toBe(0);
});

it('the doctor shows its other results when the disk of the stopped server is full', () => {
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [
      ...(isRoot ? [] : ['--user', '--map-root-user']),
      '--mount',
      'sh',
      '-c',
      `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$DATA_DIR" && cp -r dist/db-template "$DATA_DIR/db" &&
      (cat /dev/zero >"$DATA_DIR/ballast" 2>/dev/null || true) && exec "$0" dist/server/cli.js doctor`,
      process.execPath,
    ],
    { env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: 'off' }, encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toContain('✗ 디스크가 가득 차 데이터베이스를 점검하지 못했습니다');
  expect(stdout).toContain('확인이 필요한 항목이');
});
