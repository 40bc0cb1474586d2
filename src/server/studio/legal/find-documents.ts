import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { legalDocumentKinds } from '#contract/legal/documents.ts';
import type { LegalDocumentKind } from '#contract/legal/documents.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { SectionBody } from '#contract/studio-settings.ts';
import type { Tx } from '#server/db/database.ts';
import { studioSettingVersions as versions } from '#server/db/studio-schema.ts';

export const effectiveOn = sql<string>`${versions.body} ->> 'effectiveOn'`;

export interface DocumentVersion<Kind extends LegalDocumentKind = LegalDocumentKind> {
  readonly version: number;
  readonly body: SectionBody<Kind>;
}

/** Finds a version of a document: the given one, or the one in force. */
export const findDocument = async <Kind extends LegalDocumentKind>(
  db: Tx,
  kind: Kind,
  { version, now }: { readonly version?: number | undefined; readonly now: Date },
): Promise<DocumentVersion<Kind> | null> => {
  const [row] = await db
    .select({ version: versions.version, body: versions.body })
    .from(versions)
    .where(
      and(
        eq(versions.section, kind),
        version === undefined ? sql`${effectiveOn} <= ${seoulDate(now)}` : eq(versions.version, version),
      ),
    )
    .orderBy(desc(versions.version))
    .limit(1);
  return row === undefined ? null : { version: row.version, body: row.body as SectionBody<Kind> };
};

export const listDocumentVersions = (db: Tx, kind: LegalDocumentKind) =>
  db
    .select({ version: versions.version, effectiveOn })
    .from(versions)
    .where(eq(versions.section, kind))
    .orderBy(desc(versions.version));

/** Finds the versions that have been published and are not in force yet, the next one of each document. */
export const findUpcomingDocuments = (db: Tx, now: Date) =>
  db
    .selectDistinctOn([versions.section], {
      kind: sql<LegalDocumentKind>`${versions.section}`,
      version: versions.version,
      effectiveOn,
    })
    .from(versions)
    .where(and(inArray(versions.section, [...legalDocumentKinds]), sql`${effectiveOn} > ${seoulDate(now)}`))
    .orderBy(versions.section, versions.version);

/** Finds the dates from which the versions in force apply. */
export const findEffectiveDates = (db: Tx, now: Date) =>
  db
    .selectDistinctOn([versions.section], { kind: sql<LegalDocumentKind>`${versions.section}`, effectiveOn })
    .from(versions)
    .where(and(inArray(versions.section, [...legalDocumentKinds]), sql`${effectiveOn} <= ${seoulDate(now)}`))
    .orderBy(versions.section, desc(versions.version));
