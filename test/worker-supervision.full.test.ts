import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findFreePort } from '#test/servers/free-port.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';

const postgres = await startPostgresServer();
const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-workers-'));
afterAll(async () => {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Each attempt starts a process. */
const PS_INTERVAL = { interval: 100 };

const workersOf = (pid: number): number[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));

it('replaces a process that dies, while the other one serves, and ends them all when told to', async () => {
  const server = await startServer({
    DATABASE_URL: `${postgres.url}postgres`,
    DATA_DIR: dataDir,
    WEB_CONCURRENCY: '2',
    SAMPLE_CONTENT: 'false',
    LOG_LEVEL: 'fatal',
  });
  await expect.poll(() => workersOf(server.pid), PS_INTERVAL).toHaveLength(2);
  const before = workersOf(server.pid);
  // The first worker already serves.
  process.kill(before[1] ?? 0, 'SIGKILL');
  await expect.poll(() => workersOf(server.pid), PS_INTERVAL).toHaveLength(1);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await expect.poll(() => workersOf(server.pid), PS_INTERVAL).toHaveLength(2);
  expect(workersOf(server.pid)).toContain(before[0]);
  const after = workersOf(server.pid);
  expect(await server.stop()).toBe(0);
  await expect
    .poll(() => after.filter((pid) => spawnSync('ps', ['-p', String(pid)]).status === 0), PS_INTERVAL)
    .toEqual([]);
});

it('ends when it is told to before it serves, though its figures can be read already', async () => {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: `${postgres.url}postgres`,
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: '2',
      SAMPLE_CONTENT: 'true',
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  });
  try {
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).ok).toBe(true);
    child.kill('SIGTERM');
    await expect.poll(() => child.exitCode).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
