import { readSession } from './session.ts';
import { readClaims } from './token-claims.ts';

const DRAFT_KEY_PREFIX = 'draft:';

/** Where this member's draft lies in a storage; null for who has no session. */
export const memberDraftKey = (name: string): string | null => {
  const id = readClaims(readSession()?.accessToken ?? '').memberId;
  return id === null ? null : `${DRAFT_KEY_PREFIX}${id}:${name}`;
};

/** Of every member: whoever logs out leaves nothing behind at this browser. */
export const clearMemberDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFT_KEY_PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
};
