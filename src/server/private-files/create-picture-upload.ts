import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { privateFileEndpoints } from '#contract/members/private-files.ts';
import { uploadIntents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { prepareUpload, type UploadUrlContext } from '#server/photos/upload/create-upload-url.ts';
import { lockMember } from '#server/reservations/booking/book.ts';
import { assertPictureLimit } from './picture-limit.ts';

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
