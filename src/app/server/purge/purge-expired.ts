import { sql } from 'drizzle-orm';
import { HOUR_MS } from '#platform/contract/durations.ts';
import { formatTimestamp, seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Retention } from '#platform/server/db/describe-table.ts';
import type { Deps } from '#platform/server/deps.ts';
import { retentionCutoff } from '#platform/server/jobs/retention-cutoff.ts';
import { describedTables } from '../described-tables.ts';
import { isClockTrusted } from './retention-clock.ts';

export const PURGE_BATCH_SIZE = 500;
const OVERDUE_AFTER_MS = 25 * HOUR_MS;
/**
 * First key of the advisory lock; the second is the hash of the table name. The leader's lock has the same number, but locks of one key and
 * those of two never conflict.
 */
export const PURGE_LOCK_ID = 7_402_612;

type RetentionRule = Retention & { readonly table: string };

/** The rules by which the purge deletes rows by age. */
export const retentionRules: readonly RetentionRule[] = describedTables.flatMap(({ name, retention }) =>
  retention === undefined ? [] : [{ ...retention, table: name }],
);
export const hourlyRules = retentionRules.filter(({ isHourly }) => isHourly === true);

const isExpired = (rule: RetentionRule, now: Date) => {
  const cutoff = retentionCutoff(rule, now);
  const isBefore = sql.raw('hours' in rule ? '<=' : '<');
  const limit = rule.isDate ? sql`${seoulDate(cutoff)}::date` : sql`${cutoff.toISOString()}::timestamptz`;
  return sql`${sql.raw(rule.startSql)} ${isBefore} ${limit}`;
};

/** Deletes one batch and returns the number of deleted rows; 0 while another instance purges the same table. */
const deleteBatch = (db: Db, rule: RetentionRule, now: Date): Promise<number> => {
  const table = sql.raw(rule.table);
  // Retried because requests of members lock the same rows in another order, which can deadlock.
  return db.transaction(async (tx) => {
    const { rows: locks } = await tx.execute<{ isOurs: boolean }>(
      sql`select pg_try_advisory_xact_lock(${PURGE_LOCK_ID}::int, hashtext(${rule.table})) as "isOurs"`,
    );
    if (locks[0]?.isOurs !== true) return 0;
    // The outer condition is repeated because PostgreSQL releases before November 2025 delete a row found by `ctid` even when a
    // concurrent transaction changed it in the meantime.
    const { rows } = await tx.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isExpired(rule, now)} limit ${sql.raw(String(PURGE_BATCH_SIZE))}
      )) and ${isExpired(rule, now)} returning 1
    `);
    return rows.length;
  });
};

/** Deletes expired rows in small transactions and returns the number of deleted rows per table. `signal` stops it between two batches. */
export const purgeExpired = async (
  db: Db,
  now: Date,
  signal?: AbortSignal,
  rules: readonly RetentionRule[] = retentionRules,
): Promise<Record<string, number>> => {
  const deleted: Record<string, number> = {};
  for (const rule of rules) {
    deleted[rule.table] = 0;
    for (let count = PURGE_BATCH_SIZE; count === PURGE_BATCH_SIZE && signal?.aborted !== true;) {
      count = await deleteBatch(db, rule, now);
      deleted[rule.table] = (deleted[rule.table] ?? 0) + count;
    }
  }
  return deleted;
};

/**
 * Creates a job that runs `purgeExpired` while the clock is trusted. Otherwise it deletes nothing, returns `held` and, unless its previous
 * run was held as well, logs a warning.
 */
export const createPurgeJob = ({ db, log }: Pick<Deps, 'db' | 'log'>) => {
  let isHeld = false;
  return async (
    now: Date,
    signal?: AbortSignal,
    rules?: readonly RetentionRule[],
  ): Promise<Record<string, number> | 'held'> => {
    const wasHeld = isHeld;
    isHeld = !(await isClockTrusted(db, now));
    if (!isHeld) return purgeExpired(db, now, signal, rules);
    if (!wasHeld)
      log.warn(
        { event: 'purge_held' },
        `시계(${formatTimestamp(now)})가 마지막 삭제 때보다 2주 넘게 앞서 있어 보관 기한이 지난 정보의 삭제를 보류합니다. 시계를 확인해 주세요. ` +
          '서버를 24시간 켜 두면 삭제를 시작합니다. 바로 삭제하려면 npm run admin -- confirm-clock',
      );
    return 'held';
  };
};

/** Counts the rows that the purge, which runs daily, should have deleted by now. */
export const countOverdue = async (db: Tx, now: Date): Promise<number> => {
  const due = new Date(now.getTime() - OVERDUE_AFTER_MS);
  let total = 0;
  for (const rule of retentionRules) total += await db.$count(sql.raw(rule.table), isExpired(rule, due));
  return total;
};
