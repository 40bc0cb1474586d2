import { sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';

/** Records whose data this transaction deletes: the hash of a member's id, or of the code of a reservation without an account. */
export const recordErasures = async (tx: Tx, subjects: readonly Buffer[], now: Date): Promise<void> => {
  for (const subject of subjects)
    await tx.execute(sql`
      insert into legal_retention.erasures (subject_hash, erased_at)
      values (${subject}::bytea, ${now.toISOString()}::timestamptz)
      on conflict (subject_hash) do nothing
    `);
};

/** Records deletions outside of the database as well, because the database may be restored from an older backup. */
export const noteErasures = async (
  { log, erasures }: Pick<Deps, 'log' | 'erasures'>,
  hashes: readonly Buffer[],
  at: Date,
  details: object = {},
): Promise<void> => {
  for (const hash of hashes) {
    const subject = hash.toString('hex');
    log.info({ event: 'member_erased', subject, ...details });
    await erasures.append(subject, at).catch((err: unknown) => {
      log.error({ event: 'erasure_not_noted', subject, err });
    });
  }
};
