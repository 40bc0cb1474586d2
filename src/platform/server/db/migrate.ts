import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { OperatorError } from '../operator-error.ts';
import { findDatabaseError } from './database-errors.ts';
import type { Database, Tx } from './database.ts';
import { readMigrations, type Migration } from './read-migrations.ts';

const MIGRATIONS_TABLE_SQL = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

// The advisory lock makes instances that start together migrate one after the other; its number is arbitrary but unique. The
// migration itself has no statement timeout. Its lock timeout is short because other queries on a table can queue behind a waiting
// migration: it gives up after 500 ms, lets them run, and retries.
const LOCK_SQL = `
set local statement_timeout = 0;
set local lock_timeout = 0;
select pg_advisory_xact_lock(7402611);
set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_DELAY_MS = 500;
const MAX_ATTEMPTS = 120;

/** Throws if a newer version of the program has migrated the database. */
const refuseDowngrade = async ({ db }: Database, known: readonly Migration[]): Promise<void> => {
  const { rows } = await db.execute<{ newest: number | null }>(
    sql`select max(version)::int as newest from schema_migrations`,
  );
  if ((rows[0]?.newest ?? 0) > (known.at(-1)?.version ?? 0))
    throw new OperatorError(
      '더 새로운 버전의 프로그램이 사용하던 데이터베이스입니다. 그 버전으로 실행하거나, 지금 버전에서 만든 백업을 복원해 주세요.',
    );
};

const findChecksum = async ({ db }: Database, version: number): Promise<string | undefined> => {
  const { rows } = await db.execute<{ checksum: string }>(
    sql`select checksum from schema_migrations where version = ${version}`,
  );
  return rows[0]?.checksum;
};

/**
 * Applies a migration and records it in one transaction (all statements are sent together). Returns false when it fails but is
 * already applied, as by another instance.
 */
const applyMigration = async (database: Database, migration: Migration): Promise<boolean> => {
  const { version, name, statements, checksum } = migration;
  const record = `insert into schema_migrations (version, name, checksum) values (${version}, '${name}', '${checksum}')`;
  for (let attempts = 1; ; attempts += 1) {
    try {
      await database.exec(`${LOCK_SQL};\n${statements}\n;\n${record}`);
      return true;
    } catch (error) {
      if ((await findChecksum(database, version)) === checksum) return false;
      if (findDatabaseError(error)?.code !== LOCK_NOT_AVAILABLE || attempts === MAX_ATTEMPTS) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
};

/**
 * Applies the missing migrations up to version `upTo` and returns how many it applied. Throws an `OperatorError` when the database has
 * a newer migration than this program, or one up to `upTo` with a different checksum.
 */
export const migrate = async (database: Database, folder?: string, upTo = Infinity): Promise<number> => {
  await database.exec(`${LOCK_SQL};\n${MIGRATIONS_TABLE_SQL}`);
  const migrations = await readMigrations(folder);
  await refuseDowngrade(database, migrations);
  let applied = 0;
  for (const migration of migrations) {
    if (migration.version > upTo) break;
    const appliedChecksum = await findChecksum(database, migration.version);
    if (appliedChecksum !== undefined && appliedChecksum !== migration.checksum) {
      throw new OperatorError(
        `데이터베이스의 테이블 구조가 이 프로그램과 다릅니다(${migration.name}). 이 데이터베이스를 사용하던 버전으로 실행해 주세요.`,
      );
    }
    if (appliedChecksum === undefined && (await applyMigration(database, migration))) applied += 1;
  }
  return applied;
};

/** The applied migrations in order of version; null in a database that was never migrated. */
export const findAppliedMigrations = async (db: Tx) => {
  const { rows: ledger } = await db.execute<{ isThere: boolean }>(
    sql`select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  if (ledger[0]?.isThere !== true) return null;
  const { rows } = await db.execute<{ version: number; checksum: string }>(
    sql`select version, checksum from schema_migrations order by version`,
  );
  return rows;
};

/** Whether all migrations of this program are applied. Does not change the database. */
export const isMigrated = async ({ db }: Database): Promise<boolean> => {
  const applied = new Map(
    (await findAppliedMigrations(db))?.map(({ version, checksum }) => [version, checksum]),
  );
  return (await readMigrations()).every(({ version, checksum }) => applied.get(version) === checksum);
};
