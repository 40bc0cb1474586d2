import { afterAll, expect, it, vi } from 'vitest';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { startTcpProxy } from '#test/servers/tcp-proxy.ts';
import { createLog } from '../../ports/log.ts';
import type { ChangeListener } from '../change-listener.ts';
import { createDatabaseClock } from './database-clock.ts';
import { openPostgres } from './open-postgres.ts';
import { createPostgresChangeListener } from './postgres-change-listener.ts';

const server = await startPostgresServer();
const database = await openPostgres(`${server.url}postgres`, createLog('silent'));
afterAll(async () => {
  await database.close();
  await server.stop();
});

const startListener = async (onChange: () => void = () => undefined): Promise<ChangeListener> => {
  const listener = database.listenForChanges(onChange);
  await expect.poll(() => listener.isConnected()).toBe(true);
  return listener;
};

it('one of two listeners is the leader until it closes, and then the other one', async () => {
  const [first, second] = [await startListener(), await startListener()];
  expect([
    await first.tryBecomeLeader(),
    await second.tryBecomeLeader(),
    await first.tryBecomeLeader(),
  ]).toEqual([true, false, true]);
  await first.close();
  await expect.poll(() => second.tryBecomeLeader()).toBe(true);
  await second.close();
});

it('a listener loses its leadership with its connection, and calls onChange when it reconnects', async () => {
  const onChange = vi.fn();
  const listener = await startListener(onChange);
  expect(await listener.tryBecomeLeader()).toBe(true);
  onChange.mockClear();
  await server.kill();
  await expect.poll(() => listener.isConnected()).toBe(false);
  expect(await listener.tryBecomeLeader()).toBe(false);
  await server.restart();
  await expect.poll(() => listener.isConnected()).toBe(true);
  expect(onChange).toHaveBeenCalledTimes(1);
  await database.exec(`select pg_notify('content_changed', 'photos')`);
  await expect.poll(() => onChange).toHaveBeenCalledTimes(2);
  expect(await listener.tryBecomeLeader()).toBe(true);
  await listener.close();
});

it('closing a listener does not wait for a paused server', async () => {
  const listener = await startListener();
  server.pause();
  try {
    await listener.close();
    expect(listener.isConnected()).toBe(false);
  } finally {
    server.resume();
  }
});

it('S-121 a listener whose connection hangs is not connected 3 s after its last answer', async () => {
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  let elapsed = 0;
  const listener = createPostgresChangeListener({
    databaseUrl: `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`,
    log: createLog('silent'),
    clock: createDatabaseClock(),
    onChange: () => undefined,
    elapsedMs: () => elapsed,
  });
  await vi.waitFor(() => expect(listener.isConnected()).toBe(true));
  proxy.mode = 'hole';
  elapsed += 2_999;
  expect(listener.isConnected()).toBe(true);
  elapsed += 1;
  expect(listener.isConnected()).toBe(false);
  await proxy.close();
  await listener.close();
});
