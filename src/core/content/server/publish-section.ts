import { eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { appError } from '#platform/contract/errors.ts';
import { refuseViolation } from '#platform/server/db/database-errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { FeatureSection } from './feature-section.ts';
import { findNewestVersion, readSection } from './read-sections.ts';
import { studioSettingDrafts, studioSettingVersions } from './tables.ts';

interface Publication {
  readonly section: FeatureSection;
  /** Valid by the schema of the section. */
  readonly body: object;
  /** The newest version that the author knew; 0 for the first. */
  readonly baseVersion: number;
}

/**
 * Adds a version of a section within the caller's transaction. `changedBy` is null for the initial content. Throws SETTINGS_CHANGED when
 * `baseVersion` is not the newest, and what the hooks of the section throw.
 */
export const insertVersion = async (
  tx: Tx,
  { section: { definition, prepare, onFirst }, body, baseVersion }: Publication,
  changedBy: string | null,
  now: Date,
): Promise<void> => {
  if ((await findNewestVersion(tx, definition.name)) !== baseVersion) throw appError('SETTINGS_CHANGED');
  const published = prepare !== undefined && baseVersion > 0 ? await readSection(tx, definition) : null;
  const stored = prepare === undefined ? body : await prepare(tx, body, published, now);
  await tx.insert(studioSettingVersions).values({
    section: definition.name,
    version: baseVersion + 1,
    body: { ...stored },
    changedBy,
    changedAt: now,
  });
  if (baseVersion === 0) await onFirst?.(tx, body);
};

/**
 * Publishes a section, deletes its draft and adds an audit entry. Throws as `insertVersion` and `onPublish` do. Of two concurrent
 * publications of a section, the second violates the primary key, which throws SETTINGS_CHANGED.
 */
export const publishSection = async (
  db: Db,
  publication: Publication & { readonly keptReservations: readonly number[] },
  change: AuditContext,
): Promise<void> => {
  const { section, body, baseVersion, keptReservations } = publication;
  const { name } = section.definition;
  const { now } = change;
  const version = baseVersion + 1;
  const published = db.transaction(async (tx) => {
    await insertVersion(tx, publication, change.member.id, now);
    const details = await section.onPublish?.(tx, body, { version, keptReservations, now });
    await tx.delete(studioSettingDrafts).where(eq(studioSettingDrafts.section, name));
    await recordAudit(tx, change, {
      action: 'PUBLISH_SETTINGS',
      target: `settings:${name}`,
      before: { version: baseVersion },
      after: { version, ...details },
    });
  });
  await refuseViolation('studio_setting_versions_pkey', 'SETTINGS_CHANGED', published);
};
