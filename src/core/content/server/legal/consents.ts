import { sql, type SQL } from 'drizzle-orm';
import { consents } from '#core/auth/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { consentTypes } from '../../contract/legal/consents.ts';
import { findNewestVersion } from '../read-sections.ts';
import { findDocument } from './documents.ts';

interface ConsentInput {
  readonly memberId: string;
  readonly ip: string;
  readonly now: Date;
}

/** Records the consents of a registration to the versions in force. */
export const recordConsents = async (tx: Tx, { memberId, ip, now }: ConsentInput): Promise<void> => {
  // The version of the business details is recorded too, because documents contain them.
  const identityVersion = await findNewestVersion(tx, 'identity');
  for (const item of consentTypes) {
    const document = await findDocument(tx, item, { now });
    if (document === null) throw new Error(`no version of ${item} is in force`);
    await tx
      .insert(consents)
      .values({ memberId, item, version: document.version, identityVersion, ip, agreedAt: now });
  }
};

/**
 * SQL for the newest version of the privacy policy that has taken effect, was not withdrawn, asks for consent and lacks that of the member;
 * null when there is none. A later version that asks for nothing does not replace the request. A consent counts for its version and all
 * before it. `today` is a date as text.
 */
export const requestedConsent = (memberId: SQL, today: SQL): SQL<number | null> => sql`(
  select max(version) from studio_setting_versions as policy
  where policy.section = 'privacy' and policy.body @> '{"asksConsent": true}' and policy.body ->> 'effectiveOn' <= ${today}
    and policy.withdrawn_at is null
    and not exists (
      select from consents
      where consents.member_id = ${memberId} and consents.item = 'privacy' and consents.version >= policy.version
    )
)`;

/** Finds the version of the privacy policy for which the consent of the member is missing; null when there is none. */
export const findConsentRequest = async (db: Tx, memberId: string, now: Date): Promise<number | null> => {
  const version = requestedConsent(sql`${memberId}::uuid`, sql`${seoulDate(now)}`);
  const { rows } = await db.execute<{ version: number | null }>(sql`select ${version} as version`);
  return rows[0]?.version ?? null;
};

/** Throws CONSENT_NEEDED when the member has to agree to the privacy policy first. */
export const assertConsented = async (db: Tx, memberId: string, now: Date): Promise<void> => {
  if ((await findConsentRequest(db, memberId, now)) !== null) throw appError('CONSENT_NEEDED');
};

/** Records a member's consent to the privacy policy in force, once. Throws INVALID_INPUT for another version. */
export const recordConsent = async (
  db: Tx,
  { memberId, version, ip, now }: ConsentInput & { readonly version: number },
): Promise<void> => {
  const document = await findDocument(db, 'privacy', { now });
  if (document?.version !== version)
    throw appError('INVALID_INPUT', {
      message: '그사이 개인정보 처리방침이 바뀌었습니다. 다시 확인해 주세요.',
      fields: { privacyVersion: '방침의 버전을 확인해 주세요.' },
    });
  const identityVersion = await findNewestVersion(db, 'identity');
  await db
    .insert(consents)
    .values({ memberId, item: 'privacy', version, identityVersion, ip, agreedAt: now })
    .onConflictDoNothing();
};
