import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from './connection.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly statements: string;
  readonly checksum: string;
}

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(statements).digest('hex');
      return { version: Number(name.slice(0, 4)), name, statements, checksum };
    }),
  );
};

const LEDGER = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

// Any number that nothing else uses: instances that start together take turns.
const TAKE_TURN = 'select pg_advisory_xact_lock(7402611)';

const findChecksum = async ({ db }: Database, version: number): Promise<string | undefined> => {
  const { rows } = await db.execute<{ checksum: string }>(
    sql`select checksum from schema_migrations where version = ${version}`,
  );
  return rows[0]?.checksum;
};

/** False when another instance was first. Statements that travel together are one transaction. */
const applyOne = async (database: Database, migration: Migration): Promise<boolean> => {
  const { version, name, statements, checksum } = migration;
  const record = `insert into schema_migrations (version, name, checksum) values (${version}, '${name}', '${checksum}')`;
  try {
    await database.exec(`${TAKE_TURN};\n${statements};\n${record}`);
    return true;
  } catch (error) {
    if ((await findChecksum(database, version)) === checksum) return false;
    throw error;
  }
};

/** Brings the database up to date; answers how many migrations it applied. */
export const migrate = async (database: Database, folder = resolve('db/migrations')): Promise<number> => {
  await database.exec(`${TAKE_TURN};\n${LEDGER}`);
  const migrations = await readMigrations(folder);
  let applied = 0;
  for (const migration of migrations) {
    const known = await findChecksum(database, migration.version);
    if (known !== undefined && known !== migration.checksum) {
      throw new Error(`${migration.name} was changed after it had been applied: add a new migration instead`);
    }
    if (known === undefined && (await applyOne(database, migration))) applied += 1;
  }
  return applied;
};
