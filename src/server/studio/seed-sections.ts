import * as z from 'zod/mini';
import { sectionNames, sectionSchemas } from '#contract/studio-settings.ts';
import type { AnySectionBody, SectionBody, SectionName } from '#contract/studio-settings.ts';
import type { Db } from '#server/db/database.ts';
import { studioSettingVersions } from '#server/db/schema.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { SettingsError } from '#server/env.ts';
import type { Env } from '#server/env.ts';
import defaultContent from './default-content.json' with { type: 'json' };
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

/**
 * Publishes the initial content of sections that have none: the business details of `STUDIO_*` and the default texts. Does
 * nothing on later starts. Several processes may run it at once: the primary key lets one of them insert each section.
 */
export const seedSections = async (db: Db, seed: Env['studioSeed'], now: Date): Promise<void> => {
  const rows = await db
    .selectDistinct({ section: studioSettingVersions.section })
    .from(studioSettingVersions);
  const missing = sectionNames.filter((name) => !rows.some(({ section }) => section === name));
  if (missing.length === 0) return;
  const identity = parseIdentity(seed);
  const links = { socialLink: seed.values.socialLink, kakaoChannel: '' };
  const content: Record<SectionName, unknown> = { ...defaultContent, identity, links };
  const bodyOf = (section: SectionName) =>
    z.parse<z.ZodMiniType<AnySectionBody>>(sectionSchemas[section], content[section]);
  await retryTransaction(() =>
    db.transaction(async (tx) => {
      for (const section of missing)
        await insertVersion(tx, { section, body: bodyOf(section), baseVersion: 0, changedBy: null, now });
    }),
  );
};
