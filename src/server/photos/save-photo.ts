import type { BodyOf } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { photoMessages } from '#contract/photos.ts';
import type { photoEndpoints } from '#contract/photos.ts';
import type { Deps } from '#server/deps.ts';
import type { Change } from '#server/http/record-audit.ts';
import { isStorageKey } from '#server/ports/storage/storage.ts';
import { claimUpload, requireClaimable } from './claim-upload.ts';
import { defaultAlt } from './default-alt.ts';
import { releaseUpload } from './end-claim.ts';
import { publishUpload } from './publish-upload.ts';
import type { PhotoRow } from './queries.ts';

/**
 * Publishes an upload of this admin. Refuses INVALID_INPUT, UPLOAD_SAVED, PHOTO_EXISTS, CATEGORY_FULL, UPLOAD_BUSY,
 * UNAVAILABLE.
 */
export const savePhoto = async (
  deps: Deps,
  { savedFileName, category, originalFileName, alt = '' }: BodyOf<typeof photoEndpoints.savePhoto>,
  { member, caller: { address }, now: askedAt }: Change,
): Promise<PhotoRow> => {
  const own = { stagingKey: savedFileName, memberId: member.id, askedAt };
  if (!isStorageKey(savedFileName)) {
    const message = photoMessages.expired;
    throw refuse('INVALID_INPUT', { message, fields: { savedFileName: message } });
  }
  // Refused before it waits for its turn.
  await requireClaimable(deps, own);
  const wish = { category, originalFileName, alt: alt === '' ? defaultAlt(category) : alt, address };
  return publishUpload(deps, { take: () => claimUpload(deps, own, wish), giveBack: releaseUpload });
};
