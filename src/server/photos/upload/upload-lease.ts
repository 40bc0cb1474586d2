import { and, eq, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { photoMessages } from '#contract/admin-photos.ts';
import { appError } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { uploadBusy, temporarilyUnavailable } from './temporarily-unavailable.ts';

/** Longer than reading and rendering take; the lease is renewed before the files are stored. */
export const LEASE_MS = 240_000;
export const MAX_ATTEMPTS = 3;

export interface UploadDetails {
  readonly category: PhotoCategory;
  readonly originalFileName: string;
  readonly alt: string;
  readonly ip: string;
}

/** A leased upload. `leaseUntil` also identifies the lease; `attempts` includes this one. */
export type UploadLease = Omit<typeof intents.$inferSelect, keyof UploadDetails> &
  UploadDetails & { readonly leaseUntil: Date };

interface OwnUpload {
  readonly stagingKey: string;
  readonly memberId: string;
  /** When the request arrived: an upload that expires while the request is queued is still accepted. */
  readonly requestedAt: Date;
}

type LeaseDeps = Pick<Deps, 'db' | 'clock'>;

/** Matches if the lease is still held; another process may have acquired it, or the admin's account may be deleted. */
export const holdsLease = ({ id, leaseUntil }: UploadLease): SQL | undefined =>
  and(eq(intents.id, id), eq(intents.state, 'PROCESSING'), eq(intents.leaseUntil, leaseUntil));

const isOwnUpload = ({ stagingKey, memberId }: OwnUpload): SQL | undefined =>
  and(eq(intents.stagingKey, stagingKey), eq(intents.memberId, memberId));

/** Matches if the lease has expired, because its process crashed. */
const isAcquirable = (now: Date): SQL | undefined =>
  and(eq(intents.state, 'PROCESSING'), lte(intents.leaseUntil, now), lt(intents.attempts, MAX_ATTEMPTS));

const acquire = async (
  { db, clock }: LeaseDeps,
  condition: SQL | undefined,
  details: Partial<UploadDetails>,
): Promise<UploadLease | null> => {
  const leaseUntil = new Date(clock.now().getTime() + LEASE_MS);
  const [row] = await db
    .update(intents)
    .set({ ...details, state: 'PROCESSING', leaseUntil, attempts: sql`${intents.attempts} + 1` })
    .where(condition)
    .returning();
  const { category = null, originalFileName = null, alt = null } = row ?? {};
  if (row === undefined || category === null || originalFileName === null || alt === null) return null;
  return { ...row, category, originalFileName, alt, ip: row.ip ?? '', leaseUntil };
};

/** Throws INVALID_INPUT for an unknown, expired or another admin's upload, UPLOAD_SAVED, and UPLOAD_BUSY while it is being saved. */
export const assertAcquirable = async ({ db, clock }: LeaseDeps, own: OwnUpload): Promise<void> => {
  const [row] = await db.select().from(intents).where(isOwnUpload(own));
  if (row?.state === 'PUBLISHED') throw appError('UPLOAD_SAVED');
  const isClaimed = row?.state === 'PROCESSING';
  if (isClaimed && row.leaseUntil !== null && row.leaseUntil > clock.now()) {
    throw uploadBusy();
  }
  const isOver =
    row === undefined || (isClaimed ? row.attempts >= MAX_ATTEMPTS : row.expiresAt <= own.requestedAt);
  const message = photoMessages.expired;
  if (isOver) throw appError('INVALID_INPUT', { message, fields: { savedFileName: message } });
};

/** Acquires the lease for one of many concurrent calls. Throws as `assertAcquirable` does. */
export const acquireUpload = async (
  deps: LeaseDeps,
  own: OwnUpload,
  details: UploadDetails,
): Promise<UploadLease> => {
  const isNew = and(eq(intents.state, 'ISSUED'), gt(intents.expiresAt, own.requestedAt));
  const acquired = await acquire(
    deps,
    and(isOwnUpload(own), or(isNew, isAcquirable(deps.clock.now()))),
    details,
  );
  if (acquired !== null) return acquired;
  await assertAcquirable(deps, own);
  throw uploadBusy();
};

/** Acquires the lease of an upload whose process crashed. Throws UNAVAILABLE when another process was first. */
export const reacquireUpload = async (deps: LeaseDeps, id: string): Promise<UploadLease> => {
  const acquired = await acquire(deps, and(eq(intents.id, id), isAcquirable(deps.clock.now())), {});
  if (acquired === null) throw temporarilyUnavailable();
  return acquired;
};
