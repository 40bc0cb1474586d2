import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { photoMessages } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { uploadIntents as intents } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { refuseBusy, refuseForNow } from './refuse-for-now.ts';

/** Longer than reading and deriving may take, and again than putting does. */
export const LEASE = 240_000;
/** A file over which so many processes died is left alone. */
export const MAX_TRIES = 3;

/** An upload in our hands until `leaseUntil`, which also tells our hands from those that take it over afterwards. */
export interface Claim {
  readonly id: string;
  readonly stagingKey: string;
  readonly memberId: string;
  readonly contentLength: number | null;
  readonly category: PhotoCategory;
  readonly originalFileName: string;
  readonly alt: string;
  readonly address: string;
  readonly leaseUntil: Date;
  readonly expiresAt: Date;
  /** With this one. */
  readonly tries: number;
}

export interface OwnUpload {
  readonly stagingKey: string;
  readonly memberId: string;
  /** Who asked in time may wait for their turn. */
  readonly askedAt: Date;
}

export type Wish = Pick<Claim, 'category' | 'originalFileName' | 'alt' | 'address'>;

type ClaimDeps = Pick<Deps, 'db' | 'clock'>;

/** Still in these hands: after the lease somebody else may have taken it, or its admin may have left. */
export const isHeld = ({ id, leaseUntil }: Claim): SQL | undefined =>
  and(eq(intents.id, id), eq(intents.state, 'UPLOADED'), eq(intents.leaseUntil, leaseUntil));

const isOf = ({ stagingKey, memberId }: OwnUpload): SQL | undefined =>
  and(eq(intents.stagingKey, stagingKey), eq(intents.memberId, memberId));

/** Whose process died over it. */
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

/**
 * Refuses what cannot be claimed: INVALID_INPUT for an upload that is another's, unknown or too old, all in the same words;
 * UPLOAD_SAVED; UPLOAD_BUSY while another call saves it.
 */
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

/** Takes an upload to make a photo of it: of twenty at once, one does. Refuses as `requireClaimable` does. */
export const claimUpload = async (deps: ClaimDeps, own: OwnUpload, wish: Wish): Promise<Claim> => {
  const isNew = and(eq(intents.state, 'ISSUED'), gt(intents.expiresAt, own.askedAt));
  const claimed = await claim(deps, and(isOf(own), or(isNew, isLeft(deps.clock.now()))), wish);
  if (claimed !== null) return claimed;
  await requireClaimable(deps, own);
  throw refuseBusy();
};

/** Goes on where a process died. Refuses UNAVAILABLE when another has done so. */
export const reclaimUpload = async (deps: ClaimDeps, id: string): Promise<Claim> => {
  const claimed = await claim(deps, and(eq(intents.id, id), isLeft(deps.clock.now())), {});
  if (claimed === null) throw refuseForNow();
  return claimed;
};
