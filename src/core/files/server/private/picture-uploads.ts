import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { lockMember } from '#core/auth/server/lock-member.ts';
import { HOUR_MS, DAY_MS } from '#platform/contract/durations.ts';
import type { BodyOf, ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { isStorageKey } from '#platform/server/ports/storage/storage.ts';
import type { UploadLimits } from '../../contract/photo-uploads.ts';
import {
  MAX_LOOSE_PICTURES,
  type privateFileEndpoints,
  pictureMessages,
  pictureUploadLimits,
} from '../../contract/private-files.ts';
import type { RenderedPicture } from '../renditions/generate-renditions.ts';
import { renderPictureFile } from '../renditions/render-in-subprocess.ts';
import { deleteDueRows, deleteUploads, enqueueDeletions } from '../storage/file-deletions.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import { privateFiles, uploadIntents, fileDeletions } from '../tables.ts';
import { prepareUpload, type UploadUrlContext } from '../upload/prepare-upload.ts';
import { clearStaging, isPermanent, loadStagedFile } from '../upload/upload-attempt.ts';
import { invalidPhoto } from '../upload/upload-errors.ts';
import { uploadWorkerOf } from '../upload/upload-worker.ts';

/**
 * Throws TOO_MANY_PICTURES when the member can add no picture. Two calls at once may both pass,
 * unless the callers hold the lock on the member's row.
 */
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

/** Signs a URL to which this member can upload one picture or logo. Throws TOO_MANY_PICTURES, STORAGE_FULL, UNAVAILABLE. */
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

interface OwnUpload {
  readonly memberId: string;
  readonly stagingKey: string;
}

const expired = () => invalidPhoto(pictureMessages.expired);

const ownIntent = ({ memberId, stagingKey }: OwnUpload) =>
  and(
    eq(uploadIntents.stagingKey, stagingKey),
    eq(uploadIntents.memberId, memberId),
    eq(uploadIntents.state, 'ISSUED'),
  );

const assertOpen = async ({ db, clock }: Deps, own: OwnUpload): Promise<void> => {
  const isOpen = and(ownIntent(own), gt(uploadIntents.expiresAt, clock.now()));
  if ((await db.$count(uploadIntents, isOpen)) === 0) throw expired();
};

/** Deletes an upload. Throws INVALID_INPUT when there is none, for example because another request has saved the file meanwhile. */
export const closeUpload = async (tx: Tx, own: OwnUpload): Promise<void> => {
  if ((await deleteUploads(tx, ownIntent(own))) === 0) throw expired();
};

/** A file that is refused no longer counts towards the member's limit. Throws INVALID_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE. */
export const renderUpload = async <Rendered>(
  deps: Deps,
  own: OwnUpload,
  limits: UploadLimits,
  render: (bytes: Uint8Array) => Promise<Rendered>,
): Promise<Rendered> => {
  if (!isStorageKey(own.stagingKey)) throw expired();
  await assertOpen(deps, own);
  try {
    return await uploadWorkerOf(deps).renderInTurn(own.memberId, () =>
      // The announced size is checked when the file is uploaded, not here.
      loadStagedFile(deps, { ...own, contentLength: null }, limits).then(render),
    );
  } catch (error) {
    // A file that is missing may still arrive, so it counts until the upload expires.
    if (isPermanent(error)) {
      await deps.db.transaction((tx) => closeUpload(tx, own));
      await clearStaging(deps, own);
    }
    throw error;
  }
};

/**
 * Stores a JPEG of a member under `private/`. The file is queued for deletion before it is stored, and the transaction that adds its row
 * removes it from that queue, so a crash at any point leaves no orphan. `closing` runs in that transaction. Throws TOO_MANY_PICTURES,
 * UNAVAILABLE, and what `closing` throws.
 */
export const storePicture = async (
  deps: Deps,
  memberId: string,
  { bytes, width, height }: RenderedPicture,
  closing?: (tx: Tx) => Promise<void>,
): Promise<ResponseOf<typeof privateFileEndpoints.savePicture>> => {
  const id = randomUUID();
  const key = `private/${id}.jpg`;
  const now = deps.clock.now();
  await enqueueDeletions(deps.db, [key], new Date(now.getTime() + HOUR_MS));
  await withStorageErrors(deps, (storage) => storage.put(key, bytes, 'image/jpeg'));
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, memberId);
    await closing?.(tx);
    await assertPictureLimit(tx, memberId, now);
    await tx.delete(fileDeletions).where(eq(fileDeletions.key, key));
    const values = { id, key, memberId, width, height, bytes: bytes.byteLength, createdAt: now };
    await tx.insert(privateFiles).values(values);
  });
  return { id, width, height };
};

/** Renders and stores an uploaded picture. Throws INVALID_INPUT, TOO_MANY_PICTURES, TOO_MANY_REQUESTS, UNAVAILABLE. */
export const savePicture = async (deps: Deps, memberId: string, stagingKey: string) => {
  const own = { memberId, stagingKey };
  const picture = await renderUpload(deps, own, pictureUploadLimits, renderPictureFile);
  const file = await storePicture(deps, memberId, picture, (tx) => closeUpload(tx, own));
  await clearStaging(deps, own);
  return file;
};

/** Deletes pictures whose member is gone, and those older than a day that belong to no reservation. */
export const expirePrivateFiles = (deps: Pick<Deps, 'db' | 'clock'>, signal: AbortSignal): Promise<void> => {
  const { memberId, reservationId, createdAt, key } = privateFiles;
  const isDue = (now: Date) =>
    or(isNull(memberId), and(isNull(reservationId), lte(createdAt, new Date(now.getTime() - DAY_MS))));
  return deleteDueRows(deps, { table: privateFiles, key, isDue }, signal);
};
