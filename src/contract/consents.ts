/** The consents that a new member gives. */
export const consentTypes = ['over14', 'terms', 'privacy'] as const;
export type ConsentType = (typeof consentTypes)[number];

/** The date from which each text is in force; a consent is stored with it. A changed text needs a new date. */
export const policyVersions: Readonly<Record<ConsentType, string>> = {
  over14: '2026-11-21',
  terms: '2026-11-21',
  privacy: '2026-11-21',
};
