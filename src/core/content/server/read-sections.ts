import { and, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import { isLegalDocument, type LegalDocumentKind } from '../contract/legal/documents.ts';
import type { AnySectionBody, SectionBody, SectionName } from '../contract/sections.ts';
import { sectionNames } from '../contract/studio-settings.ts';
import { studioSettingDrafts, studioSettingVersions } from './tables.ts';

export type AllSections = { readonly [Name in SectionName]: SectionBody<Name> };
/** The sections without the legal documents, of which the newest version need not be in force. */
export type Sections = Omit<AllSections, LegalDocumentKind>;

const contentNames = sectionNames.filter((name) => !isLegalDocument(name));

/** Matches all versions but legal documents that were withdrawn before their day. */
export const isNotWithdrawn = isNull(studioSettingVersions.withdrawnAt);

/** Throws when a section is missing, because the start of the server publishes all of them. */
const toSections = (
  rows: readonly { section: SectionName; body: AnySectionBody }[],
  names: readonly SectionName[],
): AllSections => {
  const bodies = new Map(rows.map(({ section, body }) => [section, body]));
  for (const name of names) if (!bodies.has(name)) throw new Error(`the section ${name} is missing`);
  // Each body was validated against the schema of its section before it was stored.
  return Object.fromEntries(bodies) as AllSections;
};

const selectLatest = (db: Tx, names: readonly SectionName[]) =>
  db
    .selectDistinctOn([studioSettingVersions.section], {
      section: studioSettingVersions.section,
      body: studioSettingVersions.body,
    })
    .from(studioSettingVersions)
    .where(and(inArray(studioSettingVersions.section, [...names]), isNotWithdrawn))
    .orderBy(studioSettingVersions.section, desc(studioSettingVersions.version));

/** Reads what visitors see. */
export const readSections = async (db: Tx): Promise<Sections> =>
  toSections(await selectLatest(db, contentNames), contentNames);

/** Reads what visitors would see if all drafts were published. */
export const readDraftedSections = async (db: Tx): Promise<AllSections> => {
  const published = await selectLatest(db, sectionNames);
  const drafts = await db
    .select({ section: studioSettingDrafts.section, body: studioSettingDrafts.body })
    .from(studioSettingDrafts);
  return toSections([...published, ...(drafts as typeof published)], sectionNames);
};

/** The newest published body of a section as a column, for statements that would otherwise need a second one. */
export const sectionColumn = <Name extends Exclude<SectionName, LegalDocumentKind>>(section: Name) =>
  sql<SectionBody<Name>>`(
    select body from ${studioSettingVersions} where section = ${sql.raw(`'${section}'`)} order by version desc limit 1
  )`;

/** Prepared, because lists of free times read the rules. */
const latestBody = definePrepared((db) =>
  db
    .select({ body: studioSettingVersions.body })
    .from(studioSettingVersions)
    .where(and(eq(studioSettingVersions.section, sql.placeholder('section')), isNotWithdrawn))
    .orderBy(desc(studioSettingVersions.version))
    .limit(1)
    .prepare('latest_section'),
);

/** The number of the newest version of a section, withdrawn ones included: the base of the next publication. 0 when there is none. */
export const findNewestVersion = async (db: Tx, section: SectionName): Promise<number> => {
  const [newest] = await db
    .select({ version: max(studioSettingVersions.version) })
    .from(studioSettingVersions)
    .where(eq(studioSettingVersions.section, section));
  return newest?.version ?? 0;
};

/** Reads the newest published body of one section. */
export const readSection = async <Name extends SectionName>(
  db: Tx,
  section: Name,
): Promise<SectionBody<Name>> => {
  const [row] = await latestBody(db).execute({ section });
  if (row === undefined) throw new Error(`the section ${section} is missing`);
  return row.body as SectionBody<Name>;
};
