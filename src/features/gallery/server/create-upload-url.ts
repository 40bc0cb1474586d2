import { and, eq } from 'drizzle-orm';
import { frontPosition } from '#core/files/server/photos/gallery-lock.ts';
import { uploadIntents } from '#core/files/server/tables.ts';
import { prepareUpload, type UploadUrlContext } from '#core/files/server/upload/prepare-upload.ts';
import type { BodyOf, ResponseOf } from '#platform/contract/endpoint.ts';
import type { Deps } from '#platform/server/deps.ts';
import { isStorageKey } from '#platform/server/ports/storage/storage.ts';
import type { adminPhotoEndpoints } from '../contract/admin-photos.ts';

type Endpoint = typeof adminPhotoEndpoints.createUploadUrl;

/** Distance between the positions of consecutive files of one selection, so small that other selections do not come between them. */
const POSITION_STEP = 2 ** -16;

const findPosition = async (db: Deps['db'], place: BodyOf<Endpoint>['place'], memberId: string) => {
  if (place === undefined || !isStorageKey(place.savedFileName)) return frontPosition;
  const isIt = and(eq(uploadIntents.stagingKey, place.savedFileName), eq(uploadIntents.memberId, memberId));
  const [other] = await db.select({ position: uploadIntents.position }).from(uploadIntents).where(isIt);
  const position = other?.position ?? null;
  return position === null ? frontPosition : position + place.offset * POSITION_STEP;
};

/** Places the photo beside the file that `place` names, else in front of all photos. Throws STORAGE_FULL, UNAVAILABLE. */
export const createUploadUrl = async (
  deps: Deps,
  upload: Omit<BodyOf<Endpoint>, 'fileName'>,
  context: UploadUrlContext,
): Promise<ResponseOf<Endpoint>> => {
  const { intent, signed } = await prepareUpload(deps, upload, context);
  const position = await findPosition(deps.db, upload.place, context.memberId);
  await deps.db.insert(uploadIntents).values({ ...intent, position });
  return signed;
};
