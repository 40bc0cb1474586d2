import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Db, Tx } from '#platform/server/db/database.ts';
import { findAppliedMigrations, migrate } from '#platform/server/db/migrate.ts';
import { readMigrations } from '#platform/server/db/read-migrations.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { DUMP, type Manifest } from './backup-format.ts';
import { createDumpChecksum } from './dump-checksum.ts';
import { dumpTables } from './dump-tables.ts';
import { readDump } from './export-database.ts';
import { importTables } from './import-tables.ts';
import { findFilledTables } from './introspect-schema.ts';

/**
 * Throws an `OperatorError` unless the backup's migrations are a prefix of this program's. Returns the backup's last one, and whether it is
 * this program's last one too.
 */
export const findVersion = async (manifest: Manifest): Promise<{ last: number; isNewest: boolean }> => {
  const known = await readMigrations();
  const applied = manifest.database.migrations;
  const isKnown = applied.every(({ version, checksum }, index) => {
    const migration = known[index];
    return migration?.version === version && migration.checksum === checksum;
  });
  if (!isKnown)
    throw new OperatorError(
      '테이블 구조가 이 프로그램과 다른 백업입니다. 백업을 만든 버전에서 복원해 주세요.',
    );
  return { last: applied.at(-1)?.version ?? 0, isNewest: applied.length === known.length };
};

const assertEmpty = async (database: Database, last: number): Promise<void> => {
  const filled = await findFilledTables(database.db);
  if (filled.length > 0)
    throw new OperatorError(
      `데이터베이스가 비어 있지 않습니다: ${filled.slice(0, 3).join(', ')}\n` +
        '빈 데이터베이스를 DATABASE_URL로, 또는 새 폴더를 DATA_DIR로 지정해 주세요.',
    );
  if ((await findAppliedMigrations(database.db))?.at(-1)?.version !== last)
    throw new OperatorError(
      '데이터베이스의 테이블이 백업보다 최신입니다. 비어 있는 새 데이터베이스를 지정해 주세요.',
    );
};

/**
 * Revokes all sessions and marks queued notifications as unknown: they may have been sent since the backup. Uses only columns of the
 * first release, because the tables are those of the backup's version.
 */
const resetVolatileState = async (tx: Tx, now: Date): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`update sessions set revoked_at = ${at} where revoked_at is null`);
  await tx.execute(
    sql`update notifications set state = 'UNKNOWN', settled_at = ${at} where state = 'QUEUED'`,
  );
};

/** Empties `phone` of the notifications that do not wait to be sent. */
const deletePhones = (db: Db) =>
  db.execute(sql`update notifications set phone = null where state <> 'QUEUED' and phone is not null`);

interface RestoreOptions {
  readonly now: Date;
  /** Whether nothing has changed since the backup: sessions and queued notifications are kept. */
  readonly isMove: boolean;
}

/** Restores into an empty database in one transaction, compares its dump with the backup's and then migrates it. */
export const restoreDatabase = async (
  database: Database,
  folder: string,
  manifest: Manifest,
  { now, isMove }: RestoreOptions,
): Promise<void> => {
  const { last } = await findVersion(manifest);
  await migrate(database, undefined, last);
  await assertEmpty(database, last);
  await database.db.transaction(async (tx) => {
    await importTables(tx, readDump(join(folder, DUMP)));
    const digest = createDumpChecksum();
    await dumpTables(tx, (line) => digest.add(line));
    if (JSON.stringify(digest.finish()) !== JSON.stringify(manifest.database))
      throw new Error('the restored database differs from the backup');
    if (!isMove) await resetVolatileState(tx, now);
  });
  await migrate(database);
  await deletePhones(database.db);
};
