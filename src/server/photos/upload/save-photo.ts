import { photoMessages, type adminPhotoEndpoints } from '#contract/admin-photos.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { AuditContext } from '#server/http/audit-log.ts';
import { isStorageKey } from '#server/ports/storage/storage.ts';
import { acquireUpload, assertAcquirable } from './upload-lease.ts';
import { defaultAlt } from '#server/photos/gallery/default-alt.ts';
import { releaseLease } from './release-lease.ts';
import { processUpload } from './process-upload.ts';
import type { PhotoRow } from '#server/photos/queries.ts';

/**
 * Publishes an upload of this admin. Throws INVALID_INPUT, UPLOAD_SAVED, PHOTO_EXISTS, CATEGORY_FULL, UPLOAD_BUSY, UNAVAILABLE.
 */
export const savePhoto = async (
  deps: Deps,
  { savedFileName, category, originalFileName, alt = '' }: BodyOf<typeof adminPhotoEndpoints.savePhoto>,
  { member, caller: { ip }, now: requestedAt }: AuditContext,
): Promise<PhotoRow> => {
  const own = { stagingKey: savedFileName, memberId: member.id, requestedAt };
  if (!isStorageKey(savedFileName)) {
    const message = photoMessages.expired;
    throw appError('INVALID_INPUT', { message, fields: { savedFileName: message } });
  }
  // Rejected before it waits in the queue.
  await assertAcquirable(deps, own);
  const details = { category, originalFileName, alt: alt === '' ? defaultAlt(category) : alt, ip };
  return processUpload(deps, { acquire: () => acquireUpload(deps, own, details), release: releaseLease });
};
