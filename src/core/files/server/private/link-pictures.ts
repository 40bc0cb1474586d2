import { and, asc, eq, isNull } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { privateFiles } from '../tables.ts';

const GONE = '참고 사진을 찾을 수 없습니다. 다시 업로드해 주세요.';

/** Keeps the order of `ids`. Throws INVALID_INPUT when a picture is not the member's or already belongs to a reservation. */
export const linkPictures = async (
  tx: Tx,
  ids: readonly string[],
  { memberId, reservationId }: { readonly memberId: string; readonly reservationId: number },
): Promise<void> => {
  for (const [position, id] of ids.entries()) {
    const free = and(
      eq(privateFiles.id, id),
      eq(privateFiles.memberId, memberId),
      isNull(privateFiles.reservationId),
    );
    const linked = await tx
      .update(privateFiles)
      .set({ reservationId, position })
      .where(free)
      .returning({ id: privateFiles.id });
    if (linked.length === 0) throw appError('INVALID_INPUT', { message: GONE, fields: { pictureIds: GONE } });
  }
};

/** The ids of a reservation's pictures, in their order. */
export const findPictureIds = async (db: Pick<Db, 'select'>, reservationId: number): Promise<string[]> => {
  const rows = await db
    .select({ id: privateFiles.id })
    .from(privateFiles)
    .where(eq(privateFiles.reservationId, reservationId))
    .orderBy(asc(privateFiles.position));
  return rows.map(({ id }) => id);
};
