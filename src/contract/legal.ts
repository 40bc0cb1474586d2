/** What a new member agrees to, each by itself. */
export const agreementItems = ['over14', 'terms', 'privacy'] as const;
export type AgreementItem = (typeof agreementItems)[number];

/**
 * The date from which each text is in force. A consent is stored with it and the page shows it, so a text that changes
 * takes a new date here.
 */
export const documentVersions: Readonly<Record<AgreementItem, string>> = {
  over14: '2026-11-21',
  terms: '2026-11-21',
  privacy: '2026-11-21',
};
