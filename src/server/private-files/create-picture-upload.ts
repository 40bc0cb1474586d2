import { and, eq, gt, isNull } from 'drizzle-orm';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { MAX_LOOSE_PICTURES, type privateFileEndpoints } from '#contract/members/private-files.ts';
import type { Tx } from '#server/db/database.ts';
import { privateFiles } from '#server/db/files-schema.ts';
import { uploadIntents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { prepareUpload, type UploadUrlContext } from '#server/photos/upload/create-upload-url.ts';
import { lockMember } from '#server/reservations/booking/book.ts';

/** Throws TOO_MANY_PICTURES when the member can add no picture. The caller holds the lock on the member's row. */
export const assertPictureLimit = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const isUnlinked = and(eq(privateFiles.memberId, memberId), isNull(privateFiles.reservationId));
  const isOpen = and(
    eq(uploadIntents.memberId, memberId),
    uploadIntents.isPrivate,
    gt(uploadIntents.expiresAt, now),
  );
  const count = (await tx.$count(privateFiles, isUnlinked)) + (await tx.$count(uploadIntents, isOpen));
  if (count >= MAX_LOOSE_PICTURES) throw appError('TOO_MANY_PICTURES');
};

type Endpoint = typeof privateFileEndpoints.createPictureUpload;

/** Signs a URL to which this member can upload one picture. Throws TOO_MANY_PICTURES, STORAGE_FULL, UNAVAILABLE. */
export const createPictureUpload = async (
  deps: Deps,
  upload: BodyOf<Endpoint>,
  context: UploadUrlContext,
): Promise<ResponseOf<Endpoint>> => {
  const { intent, signed } = await prepareUpload(deps, upload, context);
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, context.memberId);
    await assertPictureLimit(tx, context.memberId, intent.createdAt);
    await tx.insert(uploadIntents).values({ ...intent, isPrivate: true });
  });
  return signed;
};
