import { afterAll, expect, it, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import { startPostgresServer } from '#test/postgres-server.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { openPostgres } from './open-postgres.ts';

const server = await startPostgresServer();
const database = await openPostgres(`${server.url}postgres`, createLog('silent'));
afterAll(async () => {
  await database.close();
  await server.stop();
});

const startWatch = async (onChange: () => void = () => undefined): Promise<DatabaseWatch> => {
  const watch = database.watch(onChange);
  await vi.waitFor(() => expect(watch.isHearing()).toBe(true));
  return watch;
};

it('lets one of several lead until it ends, and then another', async () => {
  const [first, second] = [await startWatch(), await startWatch()];
  expect([await first.lead(), await second.lead(), await first.lead()]).toEqual([true, false, true]);
  await first.close();
  await vi.waitFor(async () => expect(await second.lead()).toBe(true));
  await second.close();
});

it('hears nothing and leads no more while its connection is lost, and forgets when it hears again', async () => {
  const onChange = vi.fn();
  const watch = await startWatch(onChange);
  expect(await watch.lead()).toBe(true);
  onChange.mockClear();
  await server.kill();
  await vi.waitFor(() => expect(watch.isHearing()).toBe(false));
  expect(await watch.lead()).toBe(false);
  await server.restart();
  await vi.waitFor(() => expect(watch.isHearing()).toBe(true), 20_000);
  expect(onChange).toHaveBeenCalledTimes(1);
  await database.exec(`select pg_notify('shown_change', 'photos')`);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  expect(await watch.lead()).toBe(true);
  await watch.close();
});

it('ends though the server stands still', async () => {
  const watch = await startWatch();
  server.pause();
  try {
    await watch.close();
    expect(watch.isHearing()).toBe(false);
  } finally {
    server.resume();
  }
});
