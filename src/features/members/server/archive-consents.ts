import { sql } from 'drizzle-orm';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';

/** Copies the consents, which the law requires us to retain for 3 years. */
export const archiveConsents = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const subject = sql`${hashMemberId(memberId)}::bytea`;
  const today = sql`${seoulDate(now)}::date`;
  await tx.execute(sql`
    insert into legal_retention.consents (subject_hash, name, phone, item, version, identity_version, ip_address, agreed_at, since)
    select ${subject}, name, phone, item, version, identity_version, ip_address, agreed_at, ${today}
    from consents join members on members.id = consents.member_id
    where consents.member_id = ${memberId}
  `);
};
