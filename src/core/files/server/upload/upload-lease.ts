import { and, asc, desc, eq, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Deps } from '#platform/server/deps.ts';
import type { PhotoCategory } from '../../contract/photos.ts';
import { uploadIntents as intents } from '../tables.ts';

/** Longer than reading and rendering should take; the lease is renewed before the files are stored. */
export const LEASE_MS = 240_000;
export const MAX_ATTEMPTS = 3;

export interface UploadDetails {
  readonly category: PhotoCategory;
  readonly originalFileName: string;
  readonly alt: string;
  readonly isHidden: boolean;
  readonly ip: string;
}

/** A leased upload. `leaseUntil` also identifies the lease; `attempts` includes this one. */
export type UploadLease = Omit<typeof intents.$inferSelect, keyof UploadDetails> &
  UploadDetails & { readonly leaseUntil: Date };

/** Matches while the upload has this lease, expired or not. Another process may take the lease once it has expired. */
export const holdsLease = ({ id, leaseUntil }: UploadLease): SQL | undefined =>
  and(eq(intents.id, id), eq(intents.state, 'PROCESSING'), eq(intents.leaseUntil, leaseUntil));

/** Matches if the upload waits for a worker: its lease has expired, and it has attempts left. */
export const isWaiting = (now: Date): SQL | undefined =>
  and(eq(intents.state, 'PROCESSING'), lte(intents.leaseUntil, now), lt(intents.attempts, MAX_ATTEMPTS));

/** Matches if a worker may process the upload, now or later. */
export const isInProgress = (now: Date): SQL | undefined =>
  and(eq(intents.state, 'PROCESSING'), or(gt(intents.leaseUntil, now), lt(intents.attempts, MAX_ATTEMPTS)));

/**
 * Leases the next upload that waits: first one of `own`, else any whose lease expired at least `othersAfterMs` ago, which leaves the
 * process that received an upload time to take it. With `othersAfterMs` null only `own` are taken. Returns null when there is none.
 */
export const takeUpload = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  own: readonly string[],
  othersAfterMs: number | null,
): Promise<UploadLease | null> => {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const isOwn = sql`${intents.id} = any(${sql.param([...own])}::uuid[])`;
  const isOther =
    othersAfterMs === null ? undefined : lte(intents.leaseUntil, new Date(now.getTime() - othersAfterMs));
  const next = db
    .select({ id: intents.id })
    .from(intents)
    .where(and(isWaiting(now), or(isOwn, isOther)))
    .orderBy(desc(isOwn), asc(intents.leaseUntil))
    .limit(1)
    // Skips rows that are locked, for example because another worker takes them at the moment.
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(intents)
    .set({ leaseUntil, attempts: sql`${intents.attempts} + 1` })
    .where(eq(intents.id, sql`(${next})`))
    .returning();
  const { category = null, originalFileName = null, alt = null } = row ?? {};
  if (row === undefined || category === null || originalFileName === null || alt === null) return null;
  return { ...row, category, originalFileName, alt, ip: row.ip ?? '', leaseUntil };
};
