import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { policyVersions } from '#contract/legal/consents.ts';
import type { MeetingHours } from '#contract/schedule.ts';
import { sectionNames, sectionSchemas } from '#contract/studio-settings.ts';
import type { AnySectionBody, SectionBody, SectionName } from '#contract/studio-settings.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { studioSettingVersions } from '#server/db/studio-schema.ts';
import { SettingsError } from '#server/env.ts';
import type { Env } from '#server/env.ts';
import defaultContent from './default-content.json' with { type: 'json' };
import { insertPlans } from '#server/reservations/hours/change-hours.ts';
import { toProcessorItem } from './draft-processors.ts';
import { insertVersion } from './publish-section.ts';

/** Validates the business details of `STUDIO_*`. Throws a `SettingsError` that names each invalid one. */
const parseIdentity = ({ values, names }: Env['studioSeed']): SectionBody<'identity'> => {
  const { data, error } = z.safeParse(sectionSchemas.identity, values);
  if (data !== undefined) return data;
  throw new SettingsError(
    (error?.issues ?? [])
      .map(({ path, message }) => `설정 ${names[String(path[0]) as keyof typeof names]}: ${message}`)
      .join('\n'),
  );
};

const findMissing = async (db: Tx): Promise<SectionName[]> => {
  const rows = await db
    .selectDistinct({ section: studioSettingVersions.section })
    .from(studioSettingVersions);
  return sectionNames.filter((name) => !rows.some(({ section }) => section === name));
};

/**
 * Publishes the initial content of sections that have none: the business details of `STUDIO_*` and the default texts. Does
 * nothing on later starts. Of several processes that start at once, the one with the lock inserts the content.
 */
export const seedSections = async (
  db: Db,
  { studioSeed: seed, services }: Pick<Env, 'studioSeed' | 'services'>,
  now: Date,
): Promise<void> => {
  if ((await findMissing(db)).length === 0) return;
  const identity = parseIdentity(seed);
  const privacy = {
    effectiveOn: policyVersions.privacy,
    processors: services.processors.map(toProcessorItem),
  };
  const booking = { ...defaultContent.booking, changeHours: seed.changeHours };
  const links = { socialLink: seed.values.socialLink, kakaoChannel: '' };
  const content: Record<SectionName, unknown> = { ...defaultContent, identity, links, privacy, booking };
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table studio_setting_versions in exclusive mode`);
    for (const section of await findMissing(tx)) {
      const body = z.parse<z.ZodMiniType<AnySectionBody>>(sectionSchemas[section], content[section]);
      await insertVersion(tx, { section, body, baseVersion: 0, changedBy: null, now });
      if (section === 'hours') await insertPlans(tx, body as MeetingHours, null);
    }
  });
};
