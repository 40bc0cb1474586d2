import * as z from 'zod/mini';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import type { DraftStore } from '#platform/web/client/forms/draft-store.ts';
import type { memberEndpoints } from '../contract/members.ts';

/** A code that was requested for a phone number. Times in milliseconds since 1970. */
export const issuedCode = z.object({ phoneNumber: z.string(), expiresAt: z.number(), resendAt: z.number() });
export type IssuedCode = z.output<typeof issuedCode>;

export type IssuedCodeResponse = ResponseOf<typeof memberEndpoints.sendCode>;

/** Converts the server's response, which has just arrived, to times of this browser's clock. */
export const toIssuedCode = (
  phoneNumber: string,
  { expiresIn, resendIn }: IssuedCodeResponse,
): IssuedCode => {
  const now = Date.now();
  return { phoneNumber, expiresAt: now + expiresIn * 1_000, resendAt: now + resendIn * 1_000 };
};

/** Returns the code unless it has expired. */
export const ifUnexpired = (sent: IssuedCode | null): IssuedCode | null =>
  sent !== null && sent.expiresAt > Date.now() ? sent : null;

/** Initial values of a signup form: the stored draft, and the issued code unless it has expired. */
export const readSignupDraft = <Values extends object>(
  draft: DraftStore<Partial<Values> & { sent: IssuedCode | null }>,
  empty: Values,
): { readonly values: Values; readonly sent: IssuedCode | null } => {
  const { sent = null, ...typed } = draft.read() ?? {};
  return { values: { ...empty, ...typed }, sent: ifUnexpired(sent) };
};
