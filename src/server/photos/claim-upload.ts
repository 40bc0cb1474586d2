import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { photoMessages } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { refuseBusy, refuseForNow } from './refuse-for-now.ts';

/** Longer than reading and deriving take, and renewed before the files are put. */
export const LEASE = 240_000;
export const MAX_TRIES = 3;

export interface Wish {
  readonly category: PhotoCategory;
  readonly originalFileName: string;
  readonly alt: string;
  readonly address: string;
}

/** A leased upload. `leaseUntil` also identifies the lease; `tries` counts this one. */
export type Claim = Omit<typeof intents.$inferSelect, keyof Wish> & Wish & { readonly leaseUntil: Date };

interface OwnUpload {
  readonly stagingKey: string;
  readonly memberId: string;
  /** An upload that expires while the request waits for its turn is still taken. */
  readonly askedAt: Date;
}

type ClaimDeps = Pick<Deps, 'db' | 'clock'>;

/** The lease is still ours: it may have been taken over, or the admin's account deleted. */
export const isHeld = ({ id, leaseUntil }: Claim): SQL | undefined =>
  and(eq(intents.id, id), eq(intents.state, 'UPLOADED'), eq(intents.leaseUntil, leaseUntil));

const isOf = ({ stagingKey, memberId }: OwnUpload): SQL | undefined =>
  and(eq(intents.stagingKey, stagingKey), eq(intents.memberId, memberId));

/** The lease has expired, because its process died. */
const isLeft = (now: Date): SQL | undefined =>
  and(eq(intents.state, 'UPLOADED'), lte(intents.leaseUntil, now), lt(intents.tries, MAX_TRIES));

const claim = async (
  { db, clock }: ClaimDeps,
  condition: SQL | undefined,
  wish: Partial<Wish>,
): Promise<Claim | null> => {
  const leaseUntil = new Date(clock.now().getTime() + LEASE);
  const [row] = await db
    .update(intents)
    .set({ ...wish, state: 'UPLOADED', leaseUntil, tries: sql`${intents.tries} + 1` })
    .where(condition)
    .returning();
  const { category = null, originalFileName = null, alt = null } = row ?? {};
  if (row === undefined || category === null || originalFileName === null || alt === null) return null;
  return { ...row, category, originalFileName, alt, address: row.address ?? '', leaseUntil };
};

/** Refuses INVALID_INPUT for an upload that is another's, unknown or expired; UPLOAD_SAVED; UPLOAD_BUSY while it is being saved. */
export const requireClaimable = async ({ db, clock }: ClaimDeps, own: OwnUpload): Promise<void> => {
  const [row] = await db.select().from(intents).where(isOf(own));
  if (row?.state === 'PUBLISHED') throw refuse('UPLOAD_SAVED');
  const isClaimed = row?.state === 'UPLOADED';
  if (isClaimed && row.leaseUntil !== null && row.leaseUntil > clock.now()) {
    throw refuseBusy();
  }
  const isOver = row === undefined || (isClaimed ? row.tries >= MAX_TRIES : row.expiresAt <= own.askedAt);
  const message = photoMessages.expired;
  if (isOver) throw refuse('INVALID_INPUT', { message, fields: { savedFileName: message } });
};

/** Leases an upload to one of many concurrent calls. Refuses as `requireClaimable` does. */
export const claimUpload = async (deps: ClaimDeps, own: OwnUpload, wish: Wish): Promise<Claim> => {
  const isNew = and(eq(intents.state, 'ISSUED'), gt(intents.expiresAt, own.askedAt));
  const claimed = await claim(deps, and(isOf(own), or(isNew, isLeft(deps.clock.now()))), wish);
  if (claimed !== null) return claimed;
  await requireClaimable(deps, own);
  throw refuseBusy();
};

/** Leases an upload whose process died. Refuses UNAVAILABLE when another has done so. */
export const reclaimUpload = async (deps: ClaimDeps, id: string): Promise<Claim> => {
  const claimed = await claim(deps, and(eq(intents.id, id), isLeft(deps.clock.now())), {});
  if (claimed === null) throw refuseForNow();
  return claimed;
};
