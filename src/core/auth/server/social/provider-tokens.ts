import type { socialIdentities } from '../tables.ts';

type Identity = Pick<typeof socialIdentities.$inferSelect, 'provider' | 'subject'>;

/** For whom the token of a provider is encrypted: a token that was copied to another row cannot be decrypted. */
export const encryptedForIdentity = ({ provider, subject }: Identity) =>
  ({ purpose: 'provider-token', owner: `${provider}|${subject}` }) as const;
