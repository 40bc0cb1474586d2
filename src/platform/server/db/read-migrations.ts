import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findUp } from '../files/find-up.ts';
import { sha256Hex } from '../files/sha256.ts';

const NAME_PATTERN = /^(\d{4})-[a-z0-9-]+\.sql$/;

const readMigrationVersion = (name: string): number => {
  const version = NAME_PATTERN.exec(name)?.[1];
  if (version === undefined)
    throw new Error(`${name} is not a valid migration name, such as 0001-what-it-does.sql`);
  return Number(version);
};

export const readMigrations = async (folder = findUp('db/migrations')) => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const migrations = await Promise.all(
    names.map(async (name) => {
      // Git can check files out with CRLF on Windows; the checksum must not depend on that.
      const statements = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { version: readMigrationVersion(name), name, statements, checksum: sha256Hex(statements) };
    }),
  );
  const versions = new Set(migrations.map(({ version }) => version));
  if (versions.size < migrations.length) throw new Error(`two migrations in ${folder} have the same number`);
  return migrations;
};

export type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

/** A hash over the names and contents of all migrations. */
export const fingerprintMigrations = async (): Promise<string> =>
  sha256Hex((await readMigrations()).map(({ name, checksum }) => `${name} ${checksum}\n`).join(''));
