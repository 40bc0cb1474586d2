import { eq } from 'drizzle-orm';
import type { Provider } from '#contract/members/social-providers.ts';
import type { Db } from '#server/db/database.ts';
import { socialIdentities } from '#server/db/schema.ts';

/** The provider through which a member logs in; null for a member with a login id. */
export const findProviderOf = async (db: Db, memberId: string): Promise<Provider | null> => {
  const [row] = await db
    .select({ provider: socialIdentities.provider })
    .from(socialIdentities)
    .where(eq(socialIdentities.memberId, memberId));
  return row?.provider ?? null;
};
