import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { BookingRules } from '#features/reservations/contract/sections.ts';
import { createOwnedSite, logInAsOwner, send } from '#test/servers/owned-site.ts';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';

const MAX_TAKEOVER_MS = 15_000;
const env = await createOwnedSite();

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

/** Ends the server inside the namespace, which ends `unshare` as well. */
const endInside = async (
  { pid, exitReason }: ServerProcess,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> => {
  const inside = Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  expect(inside).toBeGreaterThan(1);
  process.kill(inside, signal);
  await vi.waitUntil(() => exitReason() !== null, 30_000);
};

const PATH = '/api/admin/settings/booking';
const readRules = async (server: ServerProcess) =>
  (await (await send(server, PATH, await logInAsOwner(server))).json()) as {
    version: number;
    body: BookingRules;
  };

/** Publishes settings until the server stops answering; returns the last version that it acknowledged. */
const publishUntilGone = async (server: ServerProcess): Promise<number> => {
  const token = await logInAsOwner(server);
  let { version, body } = await readRules(server);
  try {
    for (;;) {
      const edit = { body: { ...body, holdMinutes: 5 + (version % 5) }, baseVersion: version };
      const response = await send(server, `${PATH}/publish`, token, edit);
      if (!response.ok) return version;
      ({ version, body } = (await response.json()) as typeof edit & { version: number });
    }
  } catch {
    return version;
  }
};

it('of two containers sharing a data folder the second refuses to start', async () => {
  const first = await startServer(env, container);
  const message = `다른 사진관 서버가 이미 이 데이터 폴더를 쓰고 있습니다: ${env.DATA_DIR}`;
  await expect(startServer(env, container)).rejects.toThrow(message);
  // The same from outside the namespace, where process ids differ.
  await expect(startServer(env)).rejects.toThrow(message);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await endInside(first, 'SIGKILL');
}, 180_000);

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'a second container takes over after %s, without losing what the first acknowledged',
  async (signal) => {
    const first = await startServer(env, container);
    let outputOfNext = '';
    const next = startServer(env, container, (output) => (outputOfNext = output));
    const published = publishUntilGone(first);
    await vi.waitFor(() => expect(outputOfNext).toContain('그 서버가 꺼지면 바로 시작합니다.'), 60_000);
    await sleep(2_000);
    const isGone = endInside(first, signal).then(() => performance.now());
    const second = await next;
    expect(performance.now() - (await isGone)).toBeLessThan(MAX_TAKEOVER_MS);
    const acknowledged = await published;
    expect(acknowledged).toBeGreaterThan(2);
    // One more may have been committed without its answer.
    expect([acknowledged, acknowledged + 1]).toContain((await readRules(second)).version);
    await endInside(second, 'SIGKILL');
  },
  180_000,
);
