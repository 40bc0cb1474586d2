import { desc, eq, sql } from 'drizzle-orm';
import { sectionNames } from '#contract/studio-settings.ts';
import type { AnySectionBody, SectionBody, SectionName } from '#contract/studio-settings.ts';
import type { Tx } from '#server/db/database.ts';
import { definePrepared } from '#server/db/define-prepared.ts';
import { studioSettingDrafts, studioSettingVersions } from '#server/db/studio-schema.ts';

export type Sections = { readonly [Name in SectionName]: SectionBody<Name> };

/** Throws when a section is missing, because the start of the server publishes all of them. */
const toSections = (rows: readonly { section: SectionName; body: AnySectionBody }[]): Sections => {
  const bodies = new Map(rows.map(({ section, body }) => [section, body]));
  for (const name of sectionNames) if (!bodies.has(name)) throw new Error(`the section ${name} is missing`);
  // Each body was validated against the schema of its section before it was stored.
  return Object.fromEntries(bodies) as Sections;
};

const selectLatest = (db: Tx) =>
  db
    .selectDistinctOn([studioSettingVersions.section], {
      section: studioSettingVersions.section,
      body: studioSettingVersions.body,
    })
    .from(studioSettingVersions)
    .orderBy(studioSettingVersions.section, desc(studioSettingVersions.version));

/** Reads what visitors see. */
export const readSections = async (db: Tx): Promise<Sections> => toSections(await selectLatest(db));

/** Reads what visitors would see if all drafts were published. */
export const readDraftedSections = async (db: Tx): Promise<Sections> => {
  const published = await selectLatest(db);
  const drafts = await db
    .select({ section: studioSettingDrafts.section, body: studioSettingDrafts.body })
    .from(studioSettingDrafts);
  return toSections([...published, ...(drafts as typeof published)]);
};

/** Prepared, because each list of reservations and each booking reads the rules. */
const latestBody = definePrepared((db) =>
  db
    .select({ body: studioSettingVersions.body })
    .from(studioSettingVersions)
    .where(eq(studioSettingVersions.section, sql.placeholder('section')))
    .orderBy(desc(studioSettingVersions.version))
    .limit(1)
    .prepare('latest_section'),
);

/** Reads the published body of one section. */
export const readSection = async <Name extends SectionName>(
  db: Tx,
  section: Name,
): Promise<SectionBody<Name>> => {
  const [row] = await latestBody(db).execute({ section });
  if (row === undefined) throw new Error(`the section ${section} is missing`);
  return row.body as SectionBody<Name>;
};
