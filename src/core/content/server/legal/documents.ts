import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import type { ParamsOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx, Db } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { SectionBody } from '../../contract/content-section.ts';
import type { publicationEndpoints } from '../../contract/legal/document-publication.ts';
import { legalDocumentKinds, type LegalDocumentKind } from '../../contract/legal/documents.ts';
import type { documentSections } from '../../contract/sections.ts';
import { isNotWithdrawn } from '../read-sections.ts';
import { studioSettingVersions as versions } from '../tables.ts';
import { isAnnounced, queueWithdrawal } from './document-announcements.ts';

export const effectiveOn = sql<string>`${versions.body} ->> 'effectiveOn'`;

const isWithdrawn = sql<boolean>`${versions.withdrawnAt} is not null`;

export interface DocumentVersion<Kind extends LegalDocumentKind = LegalDocumentKind> {
  readonly version: number;
  readonly isWithdrawn: boolean;
  readonly body: SectionBody<(typeof documentSections)[Kind]>;
}

/** Finds a version of a document: the given one, which may be withdrawn, or the one in force. Null when there is none. */
export const findDocument = async <Kind extends LegalDocumentKind>(
  db: Tx,
  kind: Kind,
  { version, now }: { readonly version?: number | undefined; readonly now: Date },
): Promise<DocumentVersion<Kind> | null> => {
  const [row] = await db
    .select({ version: versions.version, isWithdrawn, body: versions.body })
    .from(versions)
    .where(
      and(
        eq(versions.section, kind),
        version === undefined
          ? and(sql`${effectiveOn} <= ${seoulDate(now)}`, isNotWithdrawn)
          : eq(versions.version, version),
      ),
    )
    .orderBy(desc(versions.version))
    .limit(1);
  return row === undefined ? null : { ...row, body: row.body as DocumentVersion<Kind>['body'] };
};

export const listDocumentVersions = (db: Tx, kind: LegalDocumentKind) =>
  db
    .select({ version: versions.version, effectiveOn, isWithdrawn })
    .from(versions)
    .where(eq(versions.section, kind))
    .orderBy(desc(versions.version));

/**
 * Finds the next version of each document that has been published and is not in force yet. If there is none: the first withdrawn version
 * whose effective date has not come yet.
 */
export const findUpcomingDocuments = (db: Tx, now: Date) =>
  db
    .selectDistinctOn([versions.section], {
      kind: sql<LegalDocumentKind>`${versions.section}`,
      version: versions.version,
      effectiveOn,
      isWithdrawn,
    })
    .from(versions)
    .where(and(inArray(versions.section, [...legalDocumentKinds]), sql`${effectiveOn} > ${seoulDate(now)}`))
    .orderBy(versions.section, isWithdrawn, versions.version);

/** Finds the dates from which the versions in force apply. */
export const findEffectiveDates = (db: Tx, now: Date) =>
  db
    .selectDistinctOn([versions.section], { kind: sql<LegalDocumentKind>`${versions.section}`, effectiveOn })
    .from(versions)
    .where(
      and(
        inArray(versions.section, [...legalDocumentKinds]),
        sql`${effectiveOn} <= ${seoulDate(now)}`,
        isNotWithdrawn,
      ),
    )
    .orderBy(versions.section, desc(versions.version));

/**
 * Withdraws a version that is not in force yet, and announces the withdrawal to the members who may have been told of the version. Does
 * nothing if it is withdrawn already. Throws NOT_FOUND if it is unknown, and DOCUMENT_IN_FORCE if it has taken effect or is the first one.
 */
export const withdrawDocument = (
  db: Db,
  { kind, version }: ParamsOf<typeof publicationEndpoints.withdrawDocument>,
  change: AuditContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    const isThis = and(eq(versions.section, kind), eq(versions.version, version));
    const [row] = await tx
      .select({ effectiveOn, withdrawnAt: versions.withdrawnAt })
      .from(versions)
      .where(isThis)
      .for('update');
    if (row === undefined) throw appError('NOT_FOUND');
    if (row.withdrawnAt !== null) return;
    if (version === 1 || row.effectiveOn <= seoulDate(change.now)) throw appError('DOCUMENT_IN_FORCE');
    await tx.update(versions).set({ withdrawnAt: change.now }).where(isThis);
    const { effectiveOn: day } = row;
    if (isAnnounced(kind)) await queueWithdrawal(tx, kind, { version, effectiveOn: day, now: change.now });
    await recordAudit(tx, change, {
      action: 'WITHDRAW_DOCUMENT',
      target: `settings:${kind}`,
      after: { version },
    });
  });
