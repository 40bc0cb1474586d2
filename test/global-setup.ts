import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/server/db/migrate.ts';
import { noTimeouts, openPostgres } from '#platform/server/db/postgres/open-postgres.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { startPostgresServer } from '#test/servers/postgres-server.ts';
import { findEmbeddedTemplate } from './embedded-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated folder to copy into `copies` (embedded), or the address of a server with the database `template` (postgres). */
    testDatabase:
      | { kind: 'embedded'; template: string; copies: string }
      | { kind: 'postgres'; serverUrl: string; template: string };
  }
}

const log = createLog('silent');

/** Uses the server of `TEST_DATABASE_URL`, or starts one. */
const findServer = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const given = process.env['TEST_DATABASE_URL'];
  // Without fsync, because the test machine does not need durability and creating databases would be slow.
  if (given === undefined) return startPostgresServer(['fsync=off']);
  return { url: given, stop: () => Promise.resolve() };
};

const setUpPostgres = async (project: TestProject) => {
  const { url: serverUrl, stop } = await findServer();
  const template = `template_${randomInt(1_000_000)}`;
  const root = await openPostgres(new URL('postgres', serverUrl).href, log, noTimeouts);
  await root.exec(`create database ${template}`);
  const database = await openPostgres(new URL(template, serverUrl).href, log, noTimeouts);
  await migrate(database);
  await database.close();
  project.provide('testDatabase', { kind: 'postgres', serverUrl, template });
  return async () => {
    const { rows } = await root.db.execute<{ name: string }>(
      sql`select datname as name from pg_database where starts_with(datname, ${template})`,
    );
    for (const { name } of rows) await root.exec(`drop database ${name} with (force)`);
    await root.close();
    await stop();
  };
};

const setUpEmbedded = async (project: TestProject) => {
  const copies = await mkdtemp(join(tmpdir(), 'sajingwan-embedded-'));
  const template = await findEmbeddedTemplate(copies);
  project.provide('testDatabase', { kind: 'embedded', template, copies });
  return () => rm(copies, { recursive: true, force: true });
};

/** Creates the template database of a project, and drops it and its copies at the end. */
export const setup = (project: TestProject): Promise<() => Promise<void>> =>
  project.config.env['TEST_DATABASE'] === 'postgres' ? setUpPostgres(project) : setUpEmbedded(project);
