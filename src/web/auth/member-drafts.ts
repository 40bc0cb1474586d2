import * as z from 'zod/mini';
import { readSession } from './session.ts';

const PREFIX = 'draft:';
const claims = z.object({ sub: z.string() });

/** Of whom the stored token speaks, also when it has run out. Nothing is allowed by it: it only keeps drafts apart. */
const readMemberId = (): string | null => {
  const [, payload = ''] = (readSession()?.accessToken ?? '').split('.');
  try {
    return claims.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).sub;
  } catch {
    return null;
  }
};

/** Where this member's draft lies in the local storage; null for who has no session. */
export const memberDraftKey = (name: string): string | null => {
  const id = readMemberId();
  return id === null ? null : `${PREFIX}${id}:${name}`;
};

/** Of every member: whoever logs out leaves nothing behind at this browser. */
export const forgetDrafts = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
};
