import { contentSections } from '#core/content/contract/sections.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import type { Db } from '#platform/server/db/database.ts';

/** Whether the switch 준비 중 is on. */
export const isNotOpenYet = async (db: Db): Promise<boolean> =>
  (await readSection(db, contentSections.opening)).isNotOpenYet;
