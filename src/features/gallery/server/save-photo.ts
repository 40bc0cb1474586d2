import { and, eq, getTableColumns, gt, or } from 'drizzle-orm';
import { refuseUnknownCategory } from '#core/content/server/categories.ts';
import { photoMessages } from '#core/files/contract/photo-uploads.ts';
import { findDefaultAlt } from '#core/files/server/photos/present-photo.ts';
import type { PhotoRow } from '#core/files/server/photos/queries.ts';
import { deleteUploads } from '#core/files/server/storage/file-deletions.ts';
import { photos, uploadIntents as intents } from '#core/files/server/tables.ts';
import { temporarilyUnavailable, uploadBusy } from '#core/files/server/upload/upload-errors.ts';
import { isWaiting, MAX_ATTEMPTS, type UploadDetails } from '#core/files/server/upload/upload-lease.ts';
import { uploadWorkerOf } from '#core/files/server/upload/upload-worker.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError, type AppError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { isStorageKey } from '#platform/server/ports/storage/storage.ts';
import type { adminPhotoEndpoints } from '../contract/admin-photos.ts';

type UploadRow = typeof intents.$inferSelect;

interface OwnUpload {
  readonly stagingKey: string;
  readonly memberId: string;
  readonly requestedAt: Date;
}

const uploadExpired = (): AppError => {
  const message = photoMessages.expired;
  return appError('INVALID_INPUT', { message, fields: { savedFileName: message } });
};

const isOwnUpload = ({ stagingKey, memberId }: OwnUpload) =>
  and(eq(intents.stagingKey, stagingKey), eq(intents.memberId, memberId));

/** Deletes a refused upload and returns its refusal. */
const takeRefusal = async (db: Deps['db'], { id, refusal }: UploadRow): Promise<AppError> => {
  await db.transaction((tx) => deleteUploads(tx, eq(intents.id, id)));
  if (refusal === null) return uploadExpired();
  const { code, message, fields } = refusal;
  return appError(code, { message, ...(fields && { fields }) });
};

/**
 * Returns the id of an upload that can be saved. Throws INVALID_INPUT for an unknown, expired, given up or another admin's upload,
 * UPLOAD_SAVED, UPLOAD_BUSY while it is being saved, and its refusal.
 */
const findOpenUpload = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, own: OwnUpload): Promise<string> => {
  const [row] = await db.select().from(intents).where(isOwnUpload(own));
  if (row === undefined) throw uploadExpired();
  if (row.state === 'PUBLISHED') throw appError('UPLOAD_SAVED');
  if (row.state === 'REFUSED') throw await takeRefusal(db, row);
  const isClaimed = row.state === 'PROCESSING';
  if (isClaimed && row.leaseUntil !== null && row.leaseUntil > clock.now()) throw uploadBusy();
  if (isClaimed ? row.attempts >= MAX_ATTEMPTS : row.expiresAt <= own.requestedAt) throw uploadExpired();
  return row.id;
};

/** Makes the upload wait for a worker. Throws as `findOpenUpload` does, and the database's error for an unknown category. */
const markUpload = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  own: OwnUpload,
  details: UploadDetails,
): Promise<void> => {
  const now = deps.clock.now();
  const isNew = and(eq(intents.state, 'ISSUED'), gt(intents.expiresAt, own.requestedAt));
  const marked = await deps.db
    .update(intents)
    // Workers take uploads whose lease has expired, but none without a lease.
    .set({ ...details, state: 'PROCESSING', leaseUntil: now })
    .where(and(isOwnUpload(own), or(isNew, isWaiting(now))))
    .returning({ id: intents.id });
  if (marked.length > 0) return;
  await findOpenUpload(deps, own);
  throw uploadBusy();
};

/** Finds the photo that an upload has become. Throws the reason when there is none. */
const readPublishedPhoto = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  id: string,
  own: OwnUpload,
): Promise<PhotoRow> => {
  const [photo] = await deps.db
    .select(getTableColumns(photos))
    .from(photos)
    .innerJoin(intents, eq(intents.photoId, photos.id))
    .where(eq(intents.id, id));
  if (photo !== undefined) return photo;
  await findOpenUpload(deps, own);
  throw temporarilyUnavailable();
};

/** Throws INVALID_INPUT, UPLOAD_SAVED, PHOTO_EXISTS, CATEGORY_FULL, UPLOAD_BUSY, UNAVAILABLE and TOO_MANY_REQUESTS. */
export const savePhoto = async (
  deps: Deps,
  { savedFileName, alt = '', isHidden = false, ...upload }: BodyOf<typeof adminPhotoEndpoints.savePhoto>,
  { member, caller: { ip }, now: requestedAt }: AuditContext,
): Promise<PhotoRow> => {
  if (!isStorageKey(savedFileName)) throw uploadExpired();
  const own = { stagingKey: savedFileName, memberId: member.id, requestedAt };
  const described = alt === '' ? await findDefaultAlt(deps.db, upload.category) : alt;
  const details = { ...upload, alt: described, isHidden, ip };
  const id = await findOpenUpload(deps, own);
  await refuseUnknownCategory(
    uploadWorkerOf(deps).save(id, () => markUpload(deps, own, details)),
    'category',
  );
  return readPublishedPhoto(deps, id, own);
};
