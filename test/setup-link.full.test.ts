import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-setup-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const start = (): Promise<ServerProcess> =>
  startServer({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'error' });
const tokenIn = (output: string): string | undefined => /\/setup\?token=([\w-]+)/.exec(output)?.[1];
const create = (url: string, token: string): Promise<Response> =>
  fetch(`${url}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: '김사진', loginId: 'studio', password: 'password1' }),
  });

it('a start without an admin prints a new setup link each time, until it created the first admin', async () => {
  const first = await start();
  const replaced = tokenIn(first.output()) ?? '';
  await first.stop();

  const second = await start();
  const token = tokenIn(second.output()) ?? '';
  expect((await create(second.url, replaced)).status).toBe(400);
  expect((await create(second.url, token)).status).toBe(201);
  expect((await create(second.url, token)).status).toBe(400);
  await second.stop();

  const third = await start();
  expect(tokenIn(third.output())).toBeUndefined();
  await third.stop();
});
