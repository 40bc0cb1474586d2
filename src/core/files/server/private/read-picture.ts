import { and, asc, eq, isNull } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuthenticatedMember } from '#platform/server/http/define-route.ts';
import { completeRequest } from '#platform/server/http/repeated-requests.ts';
import { enqueueDeletions } from '../storage/file-deletions.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import { privateFiles } from '../tables.ts';

/** Reads a picture for its owner or an admin. Throws UNAVAILABLE, and NOT_FOUND for a missing picture and for all others, also guests. */
export const readPicture = async (
  deps: Deps,
  id: string,
  viewer: Pick<AuthenticatedMember, 'id' | 'role'> | null,
): Promise<Uint8Array> => {
  if (viewer === null) throw appError('NOT_FOUND');
  const isVisible = viewer.role === 'ADMIN' ? undefined : eq(privateFiles.memberId, viewer.id);
  const [file] = await deps.db
    .select({ key: privateFiles.key })
    .from(privateFiles)
    .where(and(eq(privateFiles.id, id), isVisible));
  if (file === undefined) throw appError('NOT_FOUND');
  const bytes = await withStorageErrors(deps, (storage) => storage.read(file.key));
  if (bytes === null) throw appError('NOT_FOUND');
  return bytes;
};

/** Reads all pictures of a member into a map by id, without those that the store lacks. Throws UNAVAILABLE. */
export const readPicturesOf = async (deps: Deps, memberId: string): Promise<Map<string, Uint8Array>> => {
  const files = await deps.db
    .select({ id: privateFiles.id, key: privateFiles.key })
    .from(privateFiles)
    .where(eq(privateFiles.memberId, memberId))
    .orderBy(asc(privateFiles.createdAt));
  const pictures = new Map<string, Uint8Array>();
  for (const { id, key } of files) {
    const bytes = await withStorageErrors(deps, (storage) => storage.read(key));
    if (bytes !== null) pictures.set(id, bytes);
  }
  return pictures;
};

/** Deletes a member's picture that belongs to no reservation. Throws NOT_FOUND. */
export const deletePicture = async (db: Db, id: string, memberId: string, now: Date): Promise<void> => {
  await db.transaction(async (tx) => {
    const [file] = await tx
      .delete(privateFiles)
      .where(
        and(eq(privateFiles.id, id), eq(privateFiles.memberId, memberId), isNull(privateFiles.reservationId)),
      )
      .returning({ key: privateFiles.key });
    if (file === undefined) throw appError('NOT_FOUND');
    await enqueueDeletions(tx, [file.key], now);
    await completeRequest(tx);
  });
};
