import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createSecondServer, createTestApp } from '#test/test-app.ts';
import { createWriteProbe } from './write-probe.ts';

const app = await createTestApp();

it('the probe writes to the database and finds no failure', async () => {
  expect(await createWriteProbe(app.deps)()).toBeNull();
  expect(await (await app.get('/healthz')).text()).toBe('ok');
});

it('healthz responds 503 while the disk is almost full', async () => {
  const storage = { ...app.deps.storage, freeBytes: () => Promise.resolve(1_000) };
  const response = await createSecondServer(app, { storage }).get('/healthz');
  expect(response.status).toBe(503);
  expect(await response.text()).toBe('disk_full: 1000 bytes are free');
});

it('healthz responds 503 while the database cannot write, and probes once for many requests', async () => {
  let probes = 0;
  const db = new Proxy(app.db, {
    get: (target, key, receiver) =>
      key === 'transaction'
        ? () => {
            probes += 1;
            return Promise.reject(new Error('could not extend file: No space left on device'));
          }
        : (Reflect.get(target, key, receiver) as unknown),
  });
  const server = createSecondServer(app, { db });
  const responses = await Promise.all(Array.from({ length: 20 }, () => server.get('/healthz')));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  expect(await responses[0]?.text()).toBe('database_cannot_write');
  expect(probes).toBe(1);
});

it('the probe needs a new file, which a full disk refuses while the log of the database still has space', async () => {
  const db = new Proxy(app.db, {
    get: (target, key, receiver) =>
      key === 'transaction'
        ? (...[work, options]: Parameters<typeof app.db.transaction>) =>
            target.transaction(async (tx, commitWith) => {
              await tx.execute(sql`set local temp_file_limit = 0`);
              await tx.execute(sql`select pg_logical_emit_message(true, 'healthz', '')`);
              return work(tx, commitWith);
            }, options)
        : (Reflect.get(target, key, receiver) as unknown),
  });
  expect(await createWriteProbe({ ...app.deps, db })()).toBe('database_cannot_write');
});
