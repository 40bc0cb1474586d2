import { and, desc, eq, inArray, isNull, lte, max, sql, type Placeholder } from 'drizzle-orm';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import type { ContentSection, ContentSections, SectionBodies } from '../contract/content-section.ts';
import { studioSettingDrafts, studioSettingVersions } from './tables.ts';

/** Matches all versions but those of legal documents that were withdrawn before they took effect. */
export const isNotWithdrawn = isNull(studioSettingVersions.withdrawnAt);

type StoredBody = Pick<typeof studioSettingVersions.$inferSelect, 'section' | 'body'>;

/** Adds the defaults of fields that a stored body lacks, after its own fields. */
const withDefaults = <Body extends object>(body: Body, defaults: object): Body => ({
  ...body,
  ...defaults,
  ...body,
});

/** Throws when a section is missing, because the start of the server publishes all of them. */
const toBodies = <S extends ContentSections>(rows: readonly StoredBody[], sections: S): SectionBodies<S> => {
  const bodies = new Map(rows.map(({ section, body }) => [section, body]));
  const entries = Object.entries(sections).map(([key, { name, defaults }]) => {
    const body = bodies.get(name);
    if (body === undefined) throw new Error(`the section ${name} is missing`);
    return [key, withDefaults(body, defaults)];
  });
  // The initial content and what admins publish or save are validated against the schema of the section before they are stored.
  return Object.fromEntries(entries) as SectionBodies<S>;
};

const selectLatest = (db: Tx, sections: ContentSections) => {
  const names = Object.values(sections).map(({ name }) => name);
  return db
    .selectDistinctOn([studioSettingVersions.section], {
      section: studioSettingVersions.section,
      body: studioSettingVersions.body,
    })
    .from(studioSettingVersions)
    .where(and(inArray(studioSettingVersions.section, names), isNotWithdrawn))
    .orderBy(studioSettingVersions.section, desc(studioSettingVersions.version));
};

/** Reads the newest published bodies that were not withdrawn. */
export const readSections = async <S extends ContentSections>(
  db: Tx,
  sections: S,
): Promise<SectionBodies<S>> => toBodies(await selectLatest(db, sections), sections);

/** Reads the draft of each section, or its newest published body that was not withdrawn. */
export const readDraftedSections = async <S extends ContentSections>(
  db: Tx,
  sections: S,
  ...typed: StoredBody[]
): Promise<SectionBodies<S>> => {
  const published = await selectLatest(db, sections);
  const drafts = await db
    .select({ section: studioSettingDrafts.section, body: studioSettingDrafts.body })
    .from(studioSettingDrafts);
  return toBodies([...published, ...drafts, ...typed], sections);
};

/**
 * SQL for the newest published body of a section, for statements that would otherwise need a second query. Not for legal documents, whose
 * newest version may be withdrawn.
 */
export const sectionColumn = <Body extends object>({ name }: ContentSection<Body>) =>
  sql<Body>`(
    select body from ${studioSettingVersions} where section = ${sql.raw(`'${name}'`)} order by version desc limit 1
  )`;

/** The body of a section in one of its versions as a column; null when there is no such version. */
export const sectionVersionColumn = <Body extends object>(
  { name }: ContentSection<Body>,
  version: Placeholder,
) =>
  sql<Body | null>`(
    select body from ${studioSettingVersions} where section = ${sql.raw(`'${name}'`)} and version = ${version}::int
  )`;

/** Prepared, because the frequent requests for free times read the rules of booking. */
const latestBody = definePrepared((db) =>
  db
    .select({ version: studioSettingVersions.version, body: studioSettingVersions.body })
    .from(studioSettingVersions)
    .where(and(eq(studioSettingVersions.section, sql.placeholder('section')), isNotWithdrawn))
    .orderBy(desc(studioSettingVersions.version))
    .limit(1)
    .prepare('latest_section'),
);

/** The number of the newest version of a section, withdrawn ones included: the base of the next publication. 0 when there is none. */
export const findNewestVersion = async (db: Tx, section: string): Promise<number> => {
  const [newest] = await db
    .select({ version: max(studioSettingVersions.version) })
    .from(studioSettingVersions)
    .where(eq(studioSettingVersions.section, section));
  return newest?.version ?? 0;
};

/** Reads the newest published body of one section that was not withdrawn, with its version. */
export const readSectionVersion = async <Body extends object>(
  db: Tx,
  { name, defaults }: ContentSection<Body>,
): Promise<{ readonly version: number; readonly body: Body }> => {
  const [row] = await latestBody(db).execute({ section: name });
  if (row === undefined) throw new Error(`the section ${name} is missing`);
  return { version: row.version, body: withDefaults(row.body as Body, defaults) };
};

/** Reads the newest published body of one section that was not withdrawn. */
export const readSection = async <Body extends object>(
  db: Tx,
  section: ContentSection<Body>,
): Promise<Body> => (await readSectionVersion(db, section)).body;

/** Reads the body of one section that was published at a time; the newest one when it had none then. Not for legal documents. */
export const readSectionAt = async <Body extends object>(
  db: Tx,
  section: ContentSection<Body>,
  at: Date,
): Promise<Body> => {
  const [row] = await db
    .select({ body: studioSettingVersions.body })
    .from(studioSettingVersions)
    .where(and(eq(studioSettingVersions.section, section.name), lte(studioSettingVersions.changedAt, at)))
    .orderBy(desc(studioSettingVersions.version))
    .limit(1);
  return row === undefined ? readSection(db, section) : withDefaults(row.body as Body, section.defaults);
};
