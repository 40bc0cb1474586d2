import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Section, SectionSummary, SectionVersion } from '../contract/studio-settings.ts';
import { findNewestVersion, isNotWithdrawn } from './read-sections.ts';
import { studioSettingDrafts as drafts, studioSettingVersions as versions } from './tables.ts';

const MAX_VERSIONS = 50;

/** All versions with the login id of the admin who published them. */
const selectVersions = (db: Db) =>
  db
    .select({
      version: versions.version,
      body: versions.body,
      changedBy: members.loginId,
      changedAt: versions.changedAt,
      withdrawnAt: versions.withdrawnAt,
    })
    .from(versions)
    .leftJoin(members, eq(members.id, versions.changedBy));

/** The newest version of each of these sections that was not withdrawn. */
export const listSections = async (db: Db, sections: readonly string[]): Promise<SectionSummary[]> => {
  const rows = await db
    .selectDistinctOn([versions.section], {
      section: versions.section,
      version: versions.version,
      changedBy: members.loginId,
      changedAt: versions.changedAt,
      hasDraft: sql<boolean>`exists (select 1 from ${drafts} where ${drafts.section} = ${versions.section})`,
    })
    .from(versions)
    .leftJoin(members, eq(members.id, versions.changedBy))
    .where(and(inArray(versions.section, [...sections]), isNotWithdrawn))
    .orderBy(versions.section, desc(versions.version));
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
};

/** The newest versions of a section, newest first. */
export const listVersions = async (db: Db, section: string): Promise<SectionVersion[]> => {
  const rows = await selectVersions(db)
    .where(eq(versions.section, section))
    .orderBy(desc(versions.version))
    .limit(MAX_VERSIONS);
  return rows.map((row) => ({
    ...row,
    changedAt: row.changedAt.toISOString(),
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }));
};

const findDraft = async (db: Db, section: string): Promise<Section['draft']> => {
  const [row] = await db
    .select({
      body: drafts.body,
      baseVersion: drafts.baseVersion,
      changedBy: members.loginId,
      changedAt: drafts.changedAt,
    })
    .from(drafts)
    .leftJoin(members, eq(members.id, drafts.changedBy))
    .where(eq(drafts.section, section));
  return row === undefined ? null : { ...row, changedAt: row.changedAt.toISOString() };
};

export const findSection = async (db: Db, section: string): Promise<Section> => {
  const [[row], version, draft] = await Promise.all([
    selectVersions(db)
      .where(and(eq(versions.section, section), isNotWithdrawn))
      .orderBy(desc(versions.version))
      .limit(1),
    findNewestVersion(db, section),
    findDraft(db, section),
  ]);
  if (row === undefined) throw appError('NOT_FOUND');
  const { withdrawnAt: _, ...newest } = row;
  return { ...newest, version, changedAt: row.changedAt.toISOString(), draft };
};
