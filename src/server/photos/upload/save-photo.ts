import type { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import type { AuditContext } from '#server/http/audit-log.ts';
import { defaultAlt } from '#server/photos/gallery/default-alt.ts';
import type { PhotoRow } from '#server/photos/queries.ts';
import { isStorageKey } from '#server/ports/storage/storage.ts';
import { findOpenUpload, markUpload, readPublishedPhoto, uploadExpired } from './open-upload.ts';
import { uploadWorkerOf } from './upload-worker.ts';

/**
 * Publishes an upload of this admin. Throws INVALID_INPUT, UPLOAD_SAVED, PHOTO_EXISTS, CATEGORY_FULL, UPLOAD_BUSY, UNAVAILABLE,
 * TOO_MANY_REQUESTS.
 */
export const savePhoto = async (
  deps: Deps,
  { savedFileName, category, originalFileName, alt = '' }: BodyOf<typeof adminPhotoEndpoints.savePhoto>,
  { member, caller: { ip }, now: requestedAt }: AuditContext,
): Promise<PhotoRow> => {
  if (!isStorageKey(savedFileName)) throw uploadExpired();
  const own = { stagingKey: savedFileName, memberId: member.id, requestedAt };
  const details = { category, originalFileName, alt: alt === '' ? defaultAlt(category) : alt, ip };
  const id = await findOpenUpload(deps, own);
  await uploadWorkerOf(deps).save(id, () => markUpload(deps, own, details));
  return readPublishedPhoto(deps, id, own);
};
