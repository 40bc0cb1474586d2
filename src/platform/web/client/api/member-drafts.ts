import { readSession } from './session.ts';
import { readClaims } from './token-claims.ts';
import { tryStorage } from './try-storage.ts';

const DRAFT_KEY_PREFIX = 'draft:';

/** Storage key of a draft of the current member; null without a session. */
export const memberDraftKey = (name: string): string | null => {
  const id = readClaims(readSession()?.accessToken ?? '').memberId;
  return id === null ? null : `${DRAFT_KEY_PREFIX}${id}:${name}`;
};

/** Deletes the drafts of all members in the local storage. Those in the session storage stay. */
export const clearMemberDrafts = (): void =>
  tryStorage(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFT_KEY_PREFIX)) localStorage.removeItem(key);
  });
