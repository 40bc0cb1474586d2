import { sql } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { idempotencyKeys } from '#server/db/schema.ts';

/** How long a key is remembered. */
export const IDEMPOTENCY_KEY_TTL_MS = 24 * 3_600_000;

const HEADER = 'Idempotency-Key';

/** Parses the header: 1–255 visible ASCII characters, or null when it is missing. */
export const parseIdempotencyKey = (header: string | null): string | null => {
  if (header === null || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw appError('INVALID_INPUT', { fields: { [HEADER]: '요청 번호를 확인해 주세요.' } });
};

const { placeholder } = sql;
const upsert = definePrepared((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      memberId: placeholder('memberId'),
      key: placeholder('key'),
      requestHash: placeholder('requestHash'),
      reservationId: placeholder('reservationId'),
      createdAt: placeholder('createdAt'),
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.memberId, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        reservationId: sql`excluded.reservation_id`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .prepare('save_idempotency_key'),
);

/** Stores or replaces a member's idempotency key. The member's row must be locked. */
export const saveIdempotencyKey = async (tx: Tx, key: typeof idempotencyKeys.$inferInsert): Promise<void> => {
  await upsert(tx).execute({ ...key });
};
