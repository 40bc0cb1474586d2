import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startServer } from '#test/servers/server-process.ts';

const PATHS = ['/', '/category/WEDDING', '/price'];
const AWAY_MS = 30_000;

const postgres = await startPostgresServer();
const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-away-'));
const site = await startServer({
  DATABASE_URL: `${postgres.url}postgres`,
  DATA_DIR: dataDir,
  SAMPLE_CONTENT: 'true',
  TRUST_PROXY: '1',
});
afterAll(async () => {
  await site.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let visitors = 0;
/** Each visit has an address of its own for the rate limits. */
const visit = (path: string): Promise<Response> => {
  visitors += 1;
  const ip = `10.${Math.floor(visitors / 65_536)}.${Math.floor(visitors / 256) % 256}.${visitors % 256}`;
  return fetch(site.url + path, { headers: { 'x-forwarded-for': ip } });
};

it('guests read the public pages while the database is away for 30 s, and current ones when it is back', async () => {
  for (const path of PATHS) expect((await visit(path)).status).toBe(200);
  const outcomes: { readonly status: number; readonly isKept: boolean }[] = [];
  let isReading = true;
  const read = async (path: string): Promise<void> => {
    while (isReading) {
      const response = await visit(path);
      await response.arrayBuffer();
      outcomes.push({ status: response.status, isKept: response.headers.has('age') });
      await sleep(10);
    }
  };
  const readers = PATHS.map(read);
  await sleep(1_000);
  await postgres.kill();
  await sleep(AWAY_MS);
  expect((await visit('/question')).status).toBeGreaterThanOrEqual(500);
  await postgres.restart();
  await expect.poll(async () => (await visit('/healthz')).status).toBe(200);
  const returned = await Promise.all(PATHS.map(visit));
  expect(returned.map(({ status, headers }) => [status, headers.get('age')])).toEqual(
    PATHS.map(() => [200, null]),
  );
  isReading = false;
  await Promise.all(readers);
  const answered = outcomes.filter(({ status }) => status === 200);
  expect(outcomes.length).toBeGreaterThan(100);
  expect(answered.filter(({ isKept }) => isKept).length).toBeGreaterThan(50);
  expect(answered.length / outcomes.length).toBeGreaterThanOrEqual(0.999);
});
