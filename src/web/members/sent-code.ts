import * as z from 'zod/mini';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { memberEndpoints } from '#contract/members.ts';
import type { Draft } from './tab-draft.ts';

/** A code on its way to a phone. Moments in milliseconds since 1970. */
export const sentCode = z.object({ phoneNumber: z.string(), expiresAt: z.number(), resendAt: z.number() });
export type SentCode = z.output<typeof sentCode>;

type CodeSent = ResponseOf<typeof memberEndpoints.sendCode>;

/** The server's answer of just now, by the clock of this browser. */
export const startCode = (phoneNumber: string, { expiresIn, resendIn }: CodeSent): SentCode => {
  const now = Date.now();
  return { phoneNumber, expiresAt: now + expiresIn * 1_000, resendAt: now + resendIn * 1_000 };
};

/** The code while it lives; null once it is over. */
export const keepAlive = (sent: SentCode | null): SentCode | null =>
  sent !== null && sent.expiresAt > Date.now() ? sent : null;

/** What a form of joining begins with: what was typed before, and the code while it lives. */
export const readJoinStart = <Values extends object>(
  draft: Draft<Partial<Values> & { sent: SentCode | null }>,
  empty: Values,
): { readonly values: Values; readonly sent: SentCode | null } => {
  const { sent = null, ...typed } = draft.read() ?? {};
  return { values: { ...empty, ...typed }, sent: keepAlive(sent) };
};
