import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { FeatureSection, InitialEnv } from './feature-section.ts';
import { insertVersion } from './publish-section.ts';
import { studioSettingVersions } from './tables.ts';

const findMissing = async (db: Tx, sections: readonly FeatureSection[]): Promise<FeatureSection[]> => {
  const rows = await db
    .selectDistinct({ section: studioSettingVersions.section })
    .from(studioSettingVersions);
  const existing = new Set(rows.map(({ section }) => section));
  return sections.filter(({ definition }) => !existing.has(definition.name));
};

/**
 * Publishes the initial content of sections that have no version. Of several processes that start at once, the first with the lock
 * inserts the content.
 */
export const seedSections = async (
  db: Db,
  env: InitialEnv,
  now: Date,
  sections: readonly FeatureSection[],
): Promise<void> => {
  if ((await findMissing(db, sections)).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table studio_setting_versions in exclusive mode`);
    for (const section of await findMissing(tx, sections)) {
      const { initial } = section;
      const content = typeof initial === 'function' ? initial(env) : initial;
      const body = z.parse(section.definition.schema, content);
      await insertVersion(tx, { section, body, baseVersion: 0 }, null, now);
    }
  });
};
