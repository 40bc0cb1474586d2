import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { fileDeletions, members, photos, uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import { checksumOf } from '#server/checksum.ts';
import { isHeld, LEASE } from './claim-upload.ts';
import type { Claim } from './claim-upload.ts';
import type { DerivedPhoto } from './derive-photo.ts';
import { changeWall, findFront } from './lock-wall.ts';
import type { Tx } from './lock-wall.ts';
import type { PhotoRow } from './queries.ts';
import { queueDeletions } from './queue-deletions.ts';
import { refuseForNow } from './refuse-for-now.ts';

/** Milliseconds after which announced files that belong to no photo are deleted: their process died. */
const ANNOUNCED_FOR = 3_600_000;

interface Made {
  readonly contentHash: string;
  readonly now: Date;
}

const keysOfFiles = ({ files }: DerivedPhoto): string[] => files.map(({ key }) => key);

/** Queues the files of a failed attempt, whose names no other attempt uses, for deletion. */
export const abandonFiles = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  derived: DerivedPhoto,
): Promise<void> => queueDeletions(db, keysOfFiles(derived), new Date(clock.now().getTime() + ANNOUNCED_FOR));

/** Queues the files for deletion before they are put, in case this process dies, and renews the lease. Refuses UNAVAILABLE when it was lost. */
export const announceFiles = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  claim: Claim,
  derived: DerivedPhoto,
): Promise<Claim> => {
  const now = clock.now().getTime();
  const leaseUntil = new Date(now + LEASE);
  await db.transaction(async (tx) => {
    const held = await tx.update(intents).set({ leaseUntil }).where(isHeld(claim)).returning();
    if (held.length === 0) throw refuseForNow();
    await queueDeletions(tx, keysOfFiles(derived), new Date(now + ANNOUNCED_FOR));
  });
  return { ...claim, leaseUntil };
};

const requireHeld = async (tx: Tx, claim: Claim): Promise<void> => {
  const held = await tx.select({ id: intents.id }).from(intents).where(isHeld(claim)).for('update');
  if (held.length === 0) throw refuseForNow();
};

/** Takes the files off the deletion queue. Refuses UNAVAILABLE when the deletion of one has begun. */
const keepFiles = async (tx: Tx, keys: string[]): Promise<void> => {
  const isUntouched = and(inArray(fileDeletions.key, keys), eq(fileDeletions.tries, 0));
  const kept = await tx.delete(fileDeletions).where(isUntouched).returning();
  if (kept.length !== keys.length) throw refuseForNow();
};

/** Deletes the same photo when its files are lost or broken; answers its place. */
const takeDamagedTwin = async (
  tx: Tx,
  category: PhotoCategory,
  { contentHash, now }: Made,
): Promise<Pick<PhotoRow, 'id' | 'position'> | undefined> => {
  const isSame = and(eq(photos.category, category), eq(photos.contentHash, contentHash));
  const [twin] = await tx
    .update(photos)
    .set({ deletedAt: now })
    .where(and(isSame, isNull(photos.deletedAt), isNotNull(photos.damagedAt)))
    .returning({ id: photos.id, position: photos.position });
  return twin;
};

const insertPhoto = async (
  tx: Tx,
  claim: Claim,
  { savedFileName, width, height, widths, placeholder, files }: DerivedPhoto,
  { contentHash, now }: Made,
  position: number,
): Promise<PhotoRow> => {
  const { category, alt, originalFileName } = claim;
  const [photo] = await tx
    .insert(photos)
    .values({
      category,
      savedFileName,
      width,
      height,
      widths: [...widths],
      title: '',
      alt,
      placeholder,
      position,
      createdAt: now,
      hungAt: now,
      originalFileName,
      contentHash,
      checksums: files.map(({ bytes }) => checksumOf(bytes)),
    })
    .returning();
  if (photo === undefined) throw refuse('PHOTO_EXISTS');
  return photo;
};

/**
 * Publishes the photo in one transaction when all files are stored: at the front, or in place of its damaged twin.
 * Refuses PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE.
 */
export const hangPhoto = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  claim: Claim,
  derived: DerivedPhoto,
  contentHash: string,
): Promise<PhotoRow> =>
  changeWall(db, async (tx) => {
    const now = clock.now();
    const { category } = claim;
    await requireHeld(tx, claim);
    const twin = await takeDamagedTwin(tx, category, { contentHash, now });
    const position = twin?.position ?? (await findFront(tx, category));
    const photo = await insertPhoto(tx, claim, derived, { contentHash, now }, position);
    await tx.update(intents).set({ state: 'PUBLISHED', leaseUntil: null }).where(eq(intents.id, claim.id));
    await keepFiles(tx, keysOfFiles(derived));
    // Not before the signed address expires: it accepts another file once the first is gone.
    await queueDeletions(tx, [claim.stagingKey], claim.expiresAt);
    const { memberId: id, address } = claim;
    const [admin] = await tx.select({ loginId: members.loginId }).from(members).where(eq(members.id, id));
    const member = { id, loginId: admin?.loginId ?? null };
    await recordAudit(
      tx,
      { member, caller: { address }, now },
      {
        action: 'CREATE_PHOTO',
        target: `photo:${photo.id}`,
        after: twin === undefined ? { category } : { category, replaces: twin.id },
      },
    );
    return photo;
  });
