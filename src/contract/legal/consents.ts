/** The consents that registration requires. */
export const consentTypes = ['over14', 'terms', 'privacy'] as const;
export type ConsentType = (typeof consentTypes)[number];

/**
 * The effective date of each policy text, stored with every consent. When a text changes, its date must change too.
 */
export const policyVersions: Readonly<Record<ConsentType, string>> = {
  over14: '2026-11-21',
  terms: '2026-11-21',
  privacy: '2026-11-21',
};
