import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import defaultContent from '#content/default-content.json' with { type: 'json' };
import over14Text from '#content/over14.md?raw';
import privacyText from '#content/privacy.md?raw';
import refundText from '#content/refund.md?raw';
import termsText from '#content/terms.md?raw';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/env.ts';
import { sections, type AnySectionBody, type SectionBody, type SectionName } from '../contract/sections.ts';
import { sectionNames } from '../contract/studio-settings.ts';
import { toProcessorItem } from './draft-processors.ts';
import { insertVersion, type SectionHooks } from './publish-section.ts';
import { studioSettingVersions } from './tables.ts';

/** The day on which the first versions took effect. */
const DOCUMENTS_EFFECTIVE_ON = '2026-11-21';

/** The processors of a site that published its privacy policy before the policy had a text; null for a new site. */
const findFormerProcessors = async (db: Tx): Promise<SectionBody<'privacy'>['processors'] | null> => {
  const { rows } = await db.execute<{ processors: SectionBody<'privacy'>['processors'] }>(sql`
    select body -> 'processors' as processors from studio_setting_versions
    where section = 'processors' order by version desc limit 1
  `);
  return rows[0]?.processors ?? null;
};

const findMissing = async (db: Tx): Promise<SectionName[]> => {
  const rows = await db
    .selectDistinct({ section: studioSettingVersions.section })
    .from(studioSettingVersions);
  return sectionNames.filter((name) => !rows.some(({ section }) => section === name));
};

/**
 * Publishes the initial content of sections that have none: `default-content.json` and the legal texts. Does nothing on later
 * starts. Of several processes that start at once, the one with the lock inserts the content.
 */
export const seedSections = async (
  db: Db,
  { initial, services }: Pick<Env, 'initial' | 'services'>,
  now: Date,
  hooks: SectionHooks,
): Promise<void> => {
  if ((await findMissing(db)).length === 0) return;
  const document = { effectiveOn: DOCUMENTS_EFFECTIVE_ON, isUnfavourable: false };
  const documents = {
    terms: { ...document, text: termsText },
    privacy: {
      ...document,
      text: privacyText,
      asksConsent: false,
      processors: (await findFormerProcessors(db)) ?? services.processors.map(toProcessorItem),
    },
    over14: { ...document, text: over14Text },
    refund: { ...document, text: refundText },
  };
  const booking = { ...defaultContent.booking, changeHours: initial.changeHours };
  const messages = { ...defaultContent.messages, studioPhones: initial.studioPhones };
  const content: Record<SectionName, unknown> = {
    ...defaultContent,
    ...documents,
    booking,
    messages,
  };
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table studio_setting_versions in exclusive mode`);
    for (const section of await findMissing(tx)) {
      const body = z.parse<z.ZodMiniType<AnySectionBody>>(sections[section].schema, content[section]);
      await insertVersion(tx, { section, body, baseVersion: 0, changedBy: null, now, hooks });
    }
  });
};
