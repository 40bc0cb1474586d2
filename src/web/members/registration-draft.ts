import * as z from 'zod/mini';
import { emptyRegistration } from './registration-form.ts';
import type { RegistrationValues } from './registration-form.ts';

const KEY = 'registration';

/** A code on its way to a phone. Moments in milliseconds since 1970. */
const sentCode = z.object({ phoneNumber: z.string(), expiresAt: z.number(), resendAt: z.number() });
export type SentCode = z.output<typeof sentCode>;

const draft = z.object({
  loginId: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  agreements: z.object({ over14: z.boolean(), terms: z.boolean(), privacy: z.boolean() }),
  sent: z.nullable(sentCode),
});

interface Kept {
  readonly values: RegistrationValues;
  readonly sent: SentCode | null;
}

/** What was typed before a reload, or before the phone dropped this tab for the message. */
export const readDraft = (): Kept => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown;
    const { sent, ...typed } = z.parse(draft, stored);
    const isAlive = sent !== null && sent.expiresAt > Date.now();
    return { values: { ...emptyRegistration, ...typed }, sent: isAlive ? sent : null };
  } catch {
    return { values: emptyRegistration, sent: null };
  }
};

/** Passwords have no place in it. */
export const keepDraft = (typed: z.output<typeof draft>): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // What was typed then lasts as long as the page.
  }
};

export const dropDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
};
