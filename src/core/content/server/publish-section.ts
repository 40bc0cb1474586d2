import { eq } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { appError } from '#platform/contract/errors.ts';
import { addDays, formatDay, seoulDate } from '#platform/contract/seoul-time.ts';
import { refuseViolation } from '#platform/server/db/database-errors.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import {
  NOTICE_DAYS,
  UNFAVOURABLE_NOTICE_DAYS,
  type LegalDocumentBody,
} from '../contract/legal/document-body.ts';
import type { AnySectionBody, SectionName, SectionBody } from '../contract/sections.ts';
import { queueAnnouncement, type AnnouncedKind } from './legal/document-announcements.ts';
import { withVersionIds } from './package-versions.ts';
import { findNewestVersion, readSection } from './read-sections.ts';
import { studioSettingDrafts, studioSettingVersions } from './tables.ts';

export interface PublishedVersion {
  readonly version: number;
  /** Reservations that do not fit new meeting hours and are kept. */
  readonly keptReservations: readonly number[];
  readonly now: Date;
}

/** What a section does besides storing its body, within the transaction that publishes it. */
export interface SectionHook<Body> {
  /** Returns the body as it is stored, or throws. `published` is the newest version, null for the first. */
  readonly prepare?: (tx: Tx, body: Body, published: Body | null, now: Date) => Promise<Body>;
  /** Runs with the initial content of a new studio. */
  readonly onFirst?: (tx: Tx, body: Body) => Promise<void>;
  readonly onPublish?: (tx: Tx, body: Body, publication: PublishedVersion) => Promise<void>;
}

/** Throws INVALID_INPUT unless a version is announced long enough before it takes effect, and after the newest version. */
const assertAnnounced = (
  { effectiveOn, isUnfavourable }: LegalDocumentBody,
  newest: Pick<LegalDocumentBody, 'effectiveOn'>,
  now: Date,
): void => {
  const days = isUnfavourable ? UNFAVOURABLE_NOTICE_DAYS : NOTICE_DAYS;
  const announced = addDays(seoulDate(now), days);
  const afterNewest = addDays(newest.effectiveOn, 1);
  const first = announced > afterNewest ? announced : afterNewest;
  if (effectiveOn >= first) return;
  const message =
    first === announced
      ? `오늘 게시하면 ${formatDay(first)}부터 시행할 수 있습니다. ${days}일 전부터 알려야 합니다.`
      : `${formatDay(newest.effectiveOn)}에 시행되는 버전이 있습니다. 그다음 날부터 시행할 수 있습니다.`;
  throw appError('INVALID_INPUT', { message, fields: { effectiveOn: message } });
};

const prepareDocument = async <Body extends LegalDocumentBody>(
  _: Tx,
  body: Body,
  published: Body | null,
  now: Date,
): Promise<Body> => {
  if (published !== null) assertAnnounced(body, published, now);
  return body;
};
const announce =
  (kind: AnnouncedKind) =>
  (tx: Tx, { effectiveOn }: LegalDocumentBody, { version, now }: PublishedVersion): Promise<void> =>
    queueAnnouncement(tx, kind, { version, effectiveOn, now });

export type SectionHooks = { readonly [Name in SectionName]?: SectionHook<SectionBody<Name>> };

export const contentHooks: SectionHooks = {
  packages: { prepare: withVersionIds },
  over14: { prepare: prepareDocument },
  terms: { prepare: prepareDocument, onPublish: announce('terms') },
  privacy: { prepare: prepareDocument, onPublish: announce('privacy') },
  refund: { prepare: prepareDocument, onPublish: announce('refund') },
};

/** The hook of a section. Its functions take the body of that section. */
const hookOf = (section: SectionName, hooks: SectionHooks): SectionHook<SectionBody<SectionName>> =>
  (hooks[section] ?? {}) as SectionHook<SectionBody<SectionName>>;

interface Publication {
  readonly section: SectionName;
  /** Valid by the schema of the section. */
  readonly body: AnySectionBody;
  /** The version that the body was edited from; 0 for the first. */
  readonly baseVersion: number;
  /** Null for the initial content. */
  readonly changedBy: string | null;
  readonly now: Date;
  /** The hooks of all features. */
  readonly hooks: SectionHooks;
}

type PublishInput = Omit<Publication, 'changedBy' | 'now'> & Pick<PublishedVersion, 'keptReservations'>;

/** Adds a version of a section within the caller's transaction. Throws SETTINGS_CHANGED when `baseVersion` is not the newest. */
export const insertVersion = async (
  tx: Tx,
  { section, body, baseVersion, changedBy, now, hooks }: Publication,
): Promise<void> => {
  if ((await findNewestVersion(tx, section)) !== baseVersion) throw appError('SETTINGS_CHANGED');
  const { prepare, onFirst } = hookOf(section, hooks);
  const published = prepare !== undefined && baseVersion > 0 ? await readSection(tx, section) : null;
  const stored = prepare === undefined ? body : await prepare(tx, body, published, now);
  const version = baseVersion + 1;
  await tx
    .insert(studioSettingVersions)
    .values({ section, version, body: stored, changedBy, changedAt: now });
  if (baseVersion === 0) await onFirst?.(tx, body);
};

/** Publishes a section and deletes its draft, with its audit entry. The primary key lets one of two concurrent publications win. */
export const publishSection = async (
  db: Db,
  { keptReservations, ...publication }: PublishInput,
  change: AuditContext,
): Promise<void> => {
  const { section, body, baseVersion } = publication;
  const { now } = change;
  const published = db.transaction(async (tx) => {
    await insertVersion(tx, { ...publication, changedBy: change.member.id, now });
    await hookOf(section, publication.hooks).onPublish?.(tx, body, {
      version: baseVersion + 1,
      keptReservations,
      now,
    });
    await tx.delete(studioSettingDrafts).where(eq(studioSettingDrafts.section, section));
    await recordAudit(tx, change, {
      action: 'PUBLISH_SETTINGS',
      target: `settings:${section}`,
      before: { version: baseVersion },
      after: { version: baseVersion + 1, ...(section === 'hours' && { keptReservations }) },
    });
  });
  await refuseViolation('studio_setting_versions_pkey', 'SETTINGS_CHANGED', published);
};
