import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startServer } from '#test/servers/server-process.ts';
import type { ServerProcess } from '#test/servers/server-process.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-containers-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));
const settings = { DATA_DIR: dataDir, SAMPLE_CONTENT: 'false', LOG_LEVEL: 'silent' };

/** Starts the server like a container, as process 1 of its own PID namespace. Without root this needs a user namespace. */
const container: readonly [string, ...string[]] = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
  process.execPath,
];

/** Kills the server inside the namespace, which ends `unshare` as well. */
const killInside = async ({ pid, kill }: ServerProcess): Promise<void> => {
  const inside = Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  expect(inside).toBeGreaterThan(1);
  process.kill(inside, 'SIGKILL');
  await kill();
};

it('of two containers sharing a data folder the second fails to start until the first is killed', async () => {
  const first = await startServer(settings, container);
  await expect(startServer(settings, container)).rejects.toThrow(
    `다른 사진관 서버가 이미 이 데이터 폴더를 쓰고 있습니다: ${dataDir}`,
  );
  // The same from outside the namespace, where process ids differ.
  await expect(startServer(settings)).rejects.toThrow(dataDir);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await killInside(first);
  const second = await startServer(settings, container);
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  await killInside(second);
}, 180_000);
