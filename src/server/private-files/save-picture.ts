import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { photoMessages, uploadLimits } from '#contract/admin-photos.ts';
import { appError } from '#contract/errors.ts';
import { privateFiles } from '#server/db/files-schema.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { fileDeletions, uploadIntents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { queuePicture } from '#server/photos/renditions/render-queue.ts';
import { enqueueDeletions } from '#server/photos/storage/enqueue-deletions.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';
import { invalidPhoto } from '#server/photos/upload/invalid-photo.ts';
import { isStorageKey } from '#server/ports/storage/storage.ts';

/** A member may upload this many pictures before a booking keeps some of them. */
const MAX_UNLINKED = 10;
const HOUR_MS = 3_600_000;

export type PrivateFile = typeof privateFiles.$inferSelect;

interface OwnUpload {
  readonly memberId: string;
  readonly stagingKey: string;
}

const expired = () => invalidPhoto(photoMessages.expired);

const ownIntent = ({ memberId, stagingKey }: OwnUpload) =>
  and(
    eq(uploadIntents.stagingKey, stagingKey),
    eq(uploadIntents.memberId, memberId),
    eq(uploadIntents.state, 'ISSUED'),
  );

const readUpload = async (deps: Deps, { stagingKey }: OwnUpload): Promise<Uint8Array> => {
  const object = await withStorageErrors(deps, (storage) => storage.stat(stagingKey));
  if (object === null) throw invalidPhoto(photoMessages.notUploaded);
  if (object.bytes > uploadLimits.bytes) throw invalidPhoto(photoMessages.tooLarge);
  const bytes = await withStorageErrors(deps, (storage) => storage.read(stagingKey));
  if (bytes === null) throw invalidPhoto(photoMessages.notUploaded);
  return bytes;
};

const assertAccepted = async ({ db, clock }: Deps, own: OwnUpload): Promise<void> => {
  const [intent] = await db
    .select({ id: uploadIntents.id })
    .from(uploadIntents)
    .where(and(ownIntent(own), gt(uploadIntents.expiresAt, clock.now())));
  if (intent === undefined) throw expired();
  const unlinked = and(eq(privateFiles.memberId, own.memberId), isNull(privateFiles.reservationId));
  if ((await db.$count(privateFiles, unlinked)) >= MAX_UNLINKED) throw appError('TOO_MANY_PICTURES');
};

/**
 * Renders an uploaded picture and stores it under `private/`. The file is queued for deletion before it is stored and kept by the
 * transaction that adds its row, so a crash at any point leaves no orphan. Throws INVALID_INPUT, TOO_MANY_PICTURES, UNAVAILABLE.
 */
export const savePicture = async (deps: Deps, memberId: string, stagingKey: string): Promise<PrivateFile> => {
  const own = { memberId, stagingKey };
  if (!isStorageKey(stagingKey)) throw expired();
  await assertAccepted(deps, own);
  const { width, height, bytes } = await queuePicture(memberId, () => readUpload(deps, own));
  const id = randomUUID();
  const key = `private/${id}.jpg`;
  const now = deps.clock.now();
  await enqueueDeletions(deps.db, [key], new Date(now.getTime() + HOUR_MS));
  await withStorageErrors(deps, (storage) => storage.put(key, bytes, 'image/jpeg'));
  return retryTransaction(() =>
    deps.db.transaction(async (tx) => {
      // Another request may have saved it meanwhile.
      const [intent] = await tx.delete(uploadIntents).where(ownIntent(own)).returning();
      if (intent === undefined) throw expired();
      await tx.delete(fileDeletions).where(eq(fileDeletions.key, key));
      await enqueueDeletions(tx, [stagingKey], now);
      const file = { id, key, memberId, width, height, bytes: bytes.byteLength, createdAt: now };
      const [row] = await tx.insert(privateFiles).values(file).returning();
      if (row === undefined) throw new Error('no private file was inserted');
      return row;
    }),
  );
};
