import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '#test/servers/server-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-files-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('the first start needs fewer than 1,024 open files', async () => {
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'silent' }, [
    'sh',
    '-c',
    'ulimit -n 1024 && exec "$@"',
    'sh',
    process.execPath,
  ]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.kill();
});
