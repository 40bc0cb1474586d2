import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { members } from '#core/auth/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import type { PhotoCategory } from '../../contract/photos.ts';
import { assertCapacity, frontPosition, withGalleryLock } from '../photos/gallery-lock.ts';
import type { PhotoRow } from '../photos/queries.ts';
import type { RenderedPhoto } from '../renditions/generate-renditions.ts';
import { enqueueDeletions } from '../storage/file-deletions.ts';
import { fileDeletions, photos, uploadIntents as intents } from '../tables.ts';
import { temporarilyUnavailable } from './upload-errors.ts';
import { holdsLease, LEASE_MS, type UploadLease } from './upload-lease.ts';

/** Milliseconds after which pending files that belong to no photo may be deleted: their attempt has most likely failed. */
const PENDING_TTL_MS = 3_600_000;

interface PublishInput {
  readonly contentHash: string;
  readonly now: Date;
}

const keysOfFiles = ({ files }: RenderedPhoto): string[] => files.map(({ key }) => key);

/** Queues the files of a failed attempt for deletion; no other attempt uses their names. */
export const scheduleCleanup = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  rendered: RenderedPhoto,
): Promise<void> =>
  enqueueDeletions(db, keysOfFiles(rendered), new Date(clock.now().getTime() + PENDING_TTL_MS));

/** Queues the files for deletion before they are stored, in case of a crash, and renews the lease. Throws UNAVAILABLE when it was lost. */
export const registerPendingFiles = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lease: UploadLease,
  rendered: RenderedPhoto,
): Promise<UploadLease> => {
  const now = clock.now().getTime();
  const leaseUntil = new Date(now + LEASE_MS);
  await db.transaction(async (tx) => {
    const held = await tx.update(intents).set({ leaseUntil }).where(holdsLease(lease)).returning();
    if (held.length === 0) throw temporarilyUnavailable();
    await enqueueDeletions(tx, keysOfFiles(rendered), new Date(now + PENDING_TTL_MS));
  });
  return { ...lease, leaseUntil };
};

const assertLeaseHeld = async (tx: Tx, lease: UploadLease): Promise<void> => {
  const held = await tx.select({ id: intents.id }).from(intents).where(holdsLease(lease)).for('update');
  if (held.length === 0) throw temporarilyUnavailable();
};

/** Removes the files from the deletion queue. Throws UNAVAILABLE when the deletion of one has started. */
const confirmFiles = async (tx: Tx, keys: string[]): Promise<void> => {
  const isUntouched = and(inArray(fileDeletions.key, keys), eq(fileDeletions.attempts, 0));
  const kept = await tx.delete(fileDeletions).where(isUntouched).returning();
  if (kept.length !== keys.length) throw temporarilyUnavailable();
};

/** Deletes the damaged photo of the same content in the category, if any, and returns its id and position. */
const retireDamagedDuplicate = async (
  tx: Tx,
  category: PhotoCategory,
  { contentHash, now }: PublishInput,
): Promise<Pick<PhotoRow, 'id' | 'position'> | undefined> => {
  const isSame = and(eq(photos.category, category), eq(photos.contentHash, contentHash));
  const [duplicate] = await tx
    .update(photos)
    .set({ deletedAt: now })
    .where(and(isSame, isNull(photos.deletedAt), isNotNull(photos.damagedAt)))
    .returning({ id: photos.id, position: photos.position });
  return duplicate;
};

const insertPhoto = async (
  tx: Tx,
  lease: UploadLease,
  { files, ...rendered }: RenderedPhoto,
  { contentHash, now }: PublishInput,
  position: number | typeof frontPosition,
): Promise<PhotoRow> => {
  const { category, alt, originalFileName, isHidden } = lease;
  const [photo] = await tx
    .insert(photos)
    .values({
      ...rendered,
      widths: [...rendered.widths],
      category,
      title: '',
      alt,
      originalFileName,
      position,
      contentHash,
      createdAt: now,
      publishedAt: now,
      hiddenAt: isHidden ? now : null,
      checksums: files.map(({ bytes }) => sha256Hex(bytes)),
    })
    .returning();
  if (photo === undefined) throw appError('PHOTO_EXISTS');
  return photo;
};

/**
 * Publishes the photo in one transaction once all files are stored: at the position of the damaged duplicate that it replaces, else at the
 * upload's own, else in front. Throws PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE.
 */
export const publishPhoto = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  lease: UploadLease,
  rendered: RenderedPhoto,
  contentHash: string,
): Promise<void> =>
  withGalleryLock(db, async (tx) => {
    const now = clock.now();
    const { category, isHidden } = lease;
    await assertLeaseHeld(tx, lease);
    const duplicate = await retireDamagedDuplicate(tx, category, { contentHash, now });
    await assertCapacity(tx, category);
    const position = duplicate?.position ?? lease.position ?? frontPosition;
    const photo = await insertPhoto(tx, lease, rendered, { contentHash, now }, position);
    await tx
      .update(intents)
      .set({ state: 'PUBLISHED', leaseUntil: null, photoId: photo.id })
      .where(eq(intents.id, lease.id));
    await confirmFiles(tx, keysOfFiles(rendered));
    // Deleted again after the signed URL has expired, because it may accept another file once the first is gone.
    await enqueueDeletions(tx, [lease.stagingKey], lease.expiresAt);
    const { memberId: id, ip } = lease;
    const [admin] = await tx.select({ loginId: members.loginId }).from(members).where(eq(members.id, id));
    const member = { id, loginId: admin?.loginId ?? null };
    await recordAudit(
      tx,
      { member, caller: { ip }, now },
      {
        action: 'CREATE_PHOTO',
        target: `photo:${photo.id}`,
        after: { category, ...(isHidden && { isHidden }), ...(duplicate && { replaces: duplicate.id }) },
      },
    );
  });
