import { afterAll, expect, it, vi } from 'vitest';
import { createLog } from '#server/ports/log.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import type { ChangeListener } from '#server/db/change-listener.ts';
import { openPostgres } from './open-postgres.ts';

const server = await startPostgresServer();
const database = await openPostgres(`${server.url}postgres`, createLog('silent'));
afterAll(async () => {
  await database.close();
  await server.stop();
});

const startWatch = async (onChange: () => void = () => undefined): Promise<ChangeListener> => {
  const watch = database.listenForChanges(onChange);
  await vi.waitFor(() => expect(watch.isConnected()).toBe(true));
  return watch;
};

it('one of several processes is the leader until it ends, then another one', async () => {
  const [first, second] = [await startWatch(), await startWatch()];
  expect([
    await first.tryBecomeLeader(),
    await second.tryBecomeLeader(),
    await first.tryBecomeLeader(),
  ]).toEqual([true, false, true]);
  await first.close();
  await vi.waitFor(async () => expect(await second.tryBecomeLeader()).toBe(true));
  await second.close();
});

it('without its connection a process is not the leader, and it invalidates its cache on reconnect', async () => {
  const onChange = vi.fn();
  const watch = await startWatch(onChange);
  expect(await watch.tryBecomeLeader()).toBe(true);
  onChange.mockClear();
  await server.kill();
  await vi.waitFor(() => expect(watch.isConnected()).toBe(false));
  expect(await watch.tryBecomeLeader()).toBe(false);
  await server.restart();
  await vi.waitFor(() => expect(watch.isConnected()).toBe(true), 20_000);
  expect(onChange).toHaveBeenCalledTimes(1);
  await database.exec(`select pg_notify('content_changed', 'photos')`);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  expect(await watch.tryBecomeLeader()).toBe(true);
  await watch.close();
});

it('the change listener closes even if the database does not respond', async () => {
  const watch = await startWatch();
  server.pause();
  try {
    await watch.close();
    expect(watch.isConnected()).toBe(false);
  } finally {
    server.resume();
  }
});
