import { randomUUID } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { askStore } from './ask-store.ts';
import type { Claim } from './claim-upload.ts';
import { deriveInTurn } from './derive-in-turn.ts';
import { clearStaging, discardUpload } from './end-claim.ts';
import { announceFiles, hangPhoto } from './hang-photo.ts';
import type { PhotoRow } from './queries.ts';
import { readUpload } from './read-upload.ts';

interface Steps {
  /** Asked when it is our turn: what waits has nothing in its hands. */
  readonly take: () => Promise<Claim>;
  /** What becomes of an upload that could not be published now. */
  readonly giveBack: (deps: Deps, claim: Claim, error: unknown) => Promise<void>;
}

/** A file that is no picture is none tomorrow either. */
const isHopeless = (error: unknown): boolean => error instanceof Refusal && error.code === 'INVALID_INPUT';

/** What fails here too is left to whoever finds the lease over. */
const endAttempt = async (deps: Deps, claim: Claim, error: unknown, { giveBack }: Steps): Promise<void> => {
  try {
    await (isHopeless(error) ? discardUpload(deps, claim) : giveBack(deps, claim, error));
  } catch (failure) {
    deps.log.error({ event: 'upload_left', err: failure });
  }
};

/**
 * From a file in staging to a photo on the wall. Each attempt has names of its own for its files, writes them down before it
 * puts them, and hangs the photo only while the upload is still in its hands: it may die anywhere, and may be taken for dead.
 * Holds no connection while it derives or waits for the store. Refuses INVALID_INPUT, PHOTO_EXISTS, CATEGORY_FULL, UNAVAILABLE.
 */
export const publishUpload = async (deps: Deps, steps: Steps): Promise<PhotoRow> => {
  const attempt: { claim?: Claim; contentHash: string } = { contentHash: '' };
  const load = async (): Promise<Uint8Array> => {
    attempt.claim = await steps.take();
    const { bytes, contentHash } = await readUpload(deps, attempt.claim);
    attempt.contentHash = contentHash;
    return bytes;
  };
  try {
    const derived = await deriveInTurn(load, randomUUID());
    if (attempt.claim === undefined) throw new Error('derived before it was claimed');
    const claim = await announceFiles(deps, attempt.claim, derived);
    attempt.claim = claim;
    for (const { key, bytes, contentType } of derived.files) {
      await askStore(deps, (storage) => storage.put(key, bytes, contentType));
    }
    const photo = await hangPhoto(deps, claim, derived, attempt.contentHash);
    await clearStaging(deps, claim);
    return photo;
  } catch (error) {
    if (attempt.claim !== undefined) await endAttempt(deps, attempt.claim, error, steps);
    throw error;
  }
};
