import { and, eq, isNull } from 'drizzle-orm';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import type { DataProcessor } from '#platform/server/data-processors.ts';
import type { Db } from '#platform/server/db/database.ts';
import { NOTICE_DAYS } from '../contract/legal/document-body.ts';
import { documentSections, type PrivacyPolicy } from '../contract/sections.ts';
import { findNewestVersion, readSection } from './read-sections.ts';
import { studioSettingDrafts } from './tables.ts';

export const toProcessorItem = ({
  abroad,
  ...texts
}: DataProcessor): PrivacyPolicy['processors'][number] => ({
  id: crypto.randomUUID(),
  ...texts,
  country: abroad?.country ?? '',
  contact: abroad?.contact ?? '',
});

/**
 * Drafts a new version of the privacy policy when the published version lacks some of these processors. Returns the names of those. Keeps
 * a draft that exists.
 */
export const draftProcessors = async (
  db: Db,
  processors: readonly DataProcessor[],
  now: Date,
): Promise<string[]> => {
  const baseVersion = await findNewestVersion(db, documentSections.privacy.name);
  if (baseVersion === 0) return [];
  const body = await readSection(db, documentSections.privacy);
  const missing = processors.filter(({ name }) => !body.processors.some((known) => known.name === name));
  if (missing.length === 0) return [];
  const draft: PrivacyPolicy = {
    ...body,
    effectiveOn: addDays(seoulDate(now), NOTICE_DAYS),
    isUnfavourable: false,
    asksConsent: false,
    processors: [...body.processors, ...missing.map(toProcessorItem)],
  };
  await db
    .insert(studioSettingDrafts)
    .values({
      section: documentSections.privacy.name,
      body: { ...draft },
      baseVersion,
      changedBy: null,
      changedAt: now,
    })
    .onConflictDoNothing();
  return missing.map(({ name }) => name);
};

/** Whether a draft of the privacy policy has no admin: `draftProcessors` wrote it, or the account of its admin was deleted. */
export const hasProcessorDraft = async (db: Db): Promise<boolean> =>
  (await db.$count(
    studioSettingDrafts,
    and(
      eq(studioSettingDrafts.section, documentSections.privacy.name),
      isNull(studioSettingDrafts.changedBy),
    ),
  )) > 0;
