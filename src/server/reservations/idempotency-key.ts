import { refuse } from '#contract/errors.ts';
import type { Db } from '#server/db/connection.ts';
import { idempotencyKeys } from '#server/db/schema.ts';

/** Milliseconds. */
export const KEY_LIFETIME = 24 * 3_600_000;

const HEADER = 'Idempotency-Key';

/** 1–255 visible ASCII characters, or null when the header is missing. */
export const readIdempotencyKey = (header: string | null): string | null => {
  if (header === null || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw refuse('INVALID_INPUT', { fields: { [HEADER]: '요청 번호를 확인해 주세요.' } });
};

/** Stores or replaces a member's key. The member's row must be locked. */
export const saveIdempotencyKey = async (
  tx: Pick<Db, 'insert'>,
  { memberId, key, ...kept }: typeof idempotencyKeys.$inferInsert,
): Promise<void> => {
  await tx
    .insert(idempotencyKeys)
    .values({ memberId, key, ...kept })
    .onConflictDoUpdate({ target: [idempotencyKeys.memberId, idempotencyKeys.key], set: kept });
};
