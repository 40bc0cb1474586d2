import { eq } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import type { LegalDocumentBody } from '#contract/legal/document-body.ts';
import { isLegalDocument } from '#contract/legal/documents.ts';
import type { MeetingHours } from '#contract/schedule.ts';
import type { AnySectionBody, PackageDraft, SectionBody, SectionName } from '#contract/settings/sections.ts';
import { findDatabaseError } from '#server/db/database-errors.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { packageVersions, studioSettingDrafts, studioSettingVersions } from '#server/db/studio-schema.ts';
import { recordAudit, type AuditContext } from '#server/http/audit-log.ts';
import { isAnnounced, queueAnnouncement } from '#server/notifications/document-announcements.ts';
import { changeHours } from '#server/reservations/hours/change-hours.ts';
import { assertAnnounced } from './legal/assert-announced.ts';
import { findNewestVersion, readSection } from './read-sections.ts';

/** The part of a package that a reservation refers to. */
const contentOf = ({ shootType, name, summary, priceWon, includes }: PackageDraft): string =>
  JSON.stringify([shootType, name, summary, priceWon, includes]);

const insertPackageVersion = async (tx: Tx, draft: PackageDraft, now: Date): Promise<number> => {
  const { id: packageId, shootType, name, summary, priceWon, includes } = draft;
  const [row] = await tx
    .insert(packageVersions)
    .values({ packageId, shootType, name, summary, priceWon, includes, createdAt: now })
    .returning({ id: packageVersions.id });
  if (row === undefined) throw new Error('no package version was inserted');
  return row.id;
};

/** Gives each package the id of its version: a new one if its text or price differs from what is published. */
const withVersionIds = async (
  tx: Tx,
  { packages }: SectionBody<'packages'>,
  published: SectionBody<'packages'> | null,
  now: Date,
): Promise<SectionBody<'packages'>> => {
  const versioned: PackageDraft[] = [];
  for (const draft of packages) {
    const before = published?.packages.find(({ id }) => id === draft.id);
    const versionId =
      before?.versionId !== undefined && contentOf(before) === contentOf(draft)
        ? before.versionId
        : await insertPackageVersion(tx, draft, now);
    versioned.push({ ...draft, versionId });
  }
  return { packages: versioned };
};

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
  if (isLegalDocument(section) && baseVersion > 0)
    assertAnnounced(body as LegalDocumentBody, await readSection(tx, section), now);
  const published = section === 'packages' && baseVersion > 0 ? await readSection(tx, 'packages') : null;
  const stored =
    section === 'packages' ? await withVersionIds(tx, body as SectionBody<'packages'>, published, now) : body;
  const version = baseVersion + 1;
  await tx
    .insert(studioSettingVersions)
    .values({ section, version, body: stored, changedBy, changedAt: now });
};

/** Publishes a section and deletes its draft, with its audit entry. New meeting hours take effect with it. The primary key lets one of two concurrent publications win. */
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
      if (section === 'hours') await changeHours(tx, body as MeetingHours, keptReservations, now);
      if (isAnnounced(section)) await queueAnnouncement(tx, section, { version: baseVersion + 1, now });
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
