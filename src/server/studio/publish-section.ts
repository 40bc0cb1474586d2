import { eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { AnySectionBody, SectionName } from '#contract/settings/sections.ts';
import { findDatabaseError } from '#server/db/database-errors.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { studioSettingDrafts, studioSettingVersions } from '#server/db/studio-schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { findNewestVersion, readSection } from './read-sections.ts';
import { hookOf } from './section-hooks.ts';

interface Publication {
  readonly section: SectionName;
  /** Valid by the schema of the section. */
  readonly body: AnySectionBody;
  /** The version that the body was edited from; 0 for the first. */
  readonly baseVersion: number;
  /** Null for the initial content. */
  readonly changedBy: string | null;
  readonly now: Date;
}

interface PublishInput extends Omit<Publication, 'changedBy' | 'now'> {
  /** Reservations that do not fit new meeting hours and are kept. */
  readonly keptReservations: readonly number[];
}

/** Adds a version of a section within the caller's transaction. Throws SETTINGS_CHANGED when `baseVersion` is not the newest. */
export const insertVersion = async (
  tx: Tx,
  { section, body, baseVersion, changedBy, now }: Publication,
): Promise<void> => {
  if ((await findNewestVersion(tx, section)) !== baseVersion) throw appError('SETTINGS_CHANGED');
  const prepare = hookOf(section).prepare;
  const published = prepare !== undefined && baseVersion > 0 ? await readSection(tx, section) : null;
  const stored = prepare === undefined ? body : await prepare(tx, body, published, now);
  const version = baseVersion + 1;
  await tx
    .insert(studioSettingVersions)
    .values({ section, version, body: stored, changedBy, changedAt: now });
};

/** Publishes a section and deletes its draft, with its audit entry. The primary key lets one of two concurrent publications win. */
export const publishSection = async (
  db: Db,
  { keptReservations, ...publication }: PublishInput,
  change: AuditContext,
): Promise<void> => {
  const { section, body, baseVersion } = publication;
  const { now } = change;
  try {
    await db.transaction(async (tx) => {
      await insertVersion(tx, { ...publication, changedBy: change.member.id, now });
      await hookOf(section).onPublish?.(tx, body, { version: baseVersion + 1, keptReservations, now });
      await tx.delete(studioSettingDrafts).where(eq(studioSettingDrafts.section, section));
      await recordAudit(tx, change, {
        action: 'PUBLISH_SETTINGS',
        target: `settings:${section}`,
        before: { version: baseVersion },
        after: { version: baseVersion + 1, ...(section === 'hours' && { keptReservations }) },
      });
    });
  } catch (error) {
    const { constraint } = findDatabaseError(error) ?? {};
    throw constraint === 'studio_setting_versions_pkey' ? appError('SETTINGS_CHANGED') : error;
  }
};
