import { randomUUID } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import { photoMessages } from '#contract/photos.ts';
import type { Deps } from '#server/deps.ts';
import { askStore } from './ask-store.ts';
import { MAX_TRIES } from './claim-upload.ts';
import type { Claim } from './claim-upload.ts';
import { deriveInTurn } from './derive-in-turn.ts';
import type { DerivedPhoto } from './derive-photo.ts';
import { clearStaging, discardUpload, leaveUpload } from './end-claim.ts';
import { abandonFiles, announceFiles, hangPhoto } from './hang-photo.ts';
import type { PhotoRow } from './queries.ts';
import { readUpload } from './read-upload.ts';
import { ProcessKilled } from './refuse-for-now.ts';
import { refusePhoto } from './refuse-photo.ts';

interface Steps {
  /** Called when it is this upload's turn. */
  readonly take: () => Promise<Claim>;
  readonly giveBack: (deps: Deps, claim: Claim, error: unknown) => Promise<void>;
}

interface Attempt {
  readonly db: Deps['db'];
  claim?: Claim;
  contentHash: string;
  derived?: DerivedPhoto;
}

const underWay = new Set<Attempt>();

/** Ends the leases of a stopping server, so that the next one continues at once. */
export const leaveUploads = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  for (const { db, claim } of underWay) {
    if (db === deps.db && claim !== undefined) await leaveUpload(deps, claim);
  }
};

const isHopeless = (error: unknown): boolean => error instanceof Refusal && error.code === 'INVALID_INPUT';

/** A file over which processes die again and again is refused, since it would block those behind it. */
const judge = (error: unknown, claim: Claim | undefined): unknown =>
  error instanceof ProcessKilled && claim !== undefined && claim.tries >= MAX_TRIES
    ? refusePhoto(photoMessages.unreadable)
    : error;

/** A failure here leaves the upload to whoever finds its lease expired. */
const endAttempt = async (
  deps: Deps,
  { claim, derived }: Attempt,
  error: unknown,
  { giveBack }: Steps,
): Promise<void> => {
  if (claim === undefined) return;
  try {
    // Queued again: a process that stalled may have put them after they were deleted.
    if (derived !== undefined) await abandonFiles(deps, derived);
    await (isHopeless(error) ? discardUpload(deps, claim) : giveBack(deps, claim, error));
  } catch (failure) {
    deps.log.error({ event: 'upload_left', err: failure });
  }
};

/**
 * Publishes a staged file. Each attempt has its own file names, queues them for deletion before it puts them, and
 * publishes only while it holds the lease, so it may die at any point. Refuses INVALID_INPUT, PHOTO_EXISTS,
 * CATEGORY_FULL, UNAVAILABLE.
 */
export const publishUpload = async (deps: Deps, steps: Steps): Promise<PhotoRow> => {
  const attempt: Attempt = { db: deps.db, contentHash: '' };
  const load = async (): Promise<Uint8Array> => {
    attempt.claim = await steps.take();
    const { bytes, contentHash } = await readUpload(deps, attempt.claim);
    attempt.contentHash = contentHash;
    return bytes;
  };
  underWay.add(attempt);
  try {
    const derived = await deriveInTurn(load, randomUUID());
    if (attempt.claim === undefined) throw new Error('derived before it was claimed');
    const claim = await announceFiles(deps, attempt.claim, derived);
    attempt.claim = claim;
    attempt.derived = derived;
    for (const { key, bytes, contentType } of derived.files) {
      await askStore(deps, (storage) => storage.put(key, bytes, contentType));
    }
    const photo = await hangPhoto(deps, claim, derived, attempt.contentHash);
    await clearStaging(deps, claim);
    return photo;
  } catch (failure) {
    const error = judge(failure, attempt.claim);
    await endAttempt(deps, attempt, error, steps);
    throw error;
  } finally {
    underWay.delete(attempt);
  }
};
