import { count } from 'drizzle-orm';
import { members, photos, questions, reservations } from './db/schema.ts';
import type { Deps } from './deps.ts';
import { loadSamplePhotos } from './photos/load-sample-photos.ts';
import { loadSampleQuestions } from './questions/load-sample-questions.ts';

const isEmpty = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  for (const table of [photos, questions, reservations]) {
    const [row] = await db.select({ rows: count() }).from(table);
    if ((row?.rows ?? 0) > 0) return false;
  }
  // An admin made at this start may already be there.
  const [row] = await db.select({ rows: count() }).from(members);
  return (row?.rows ?? 0) <= 1;
};

/** Photos and inquiries for a first visit, into an empty database only. */
export const loadSampleContent = async (deps: Deps): Promise<void> => {
  if (!(await isEmpty(deps))) return;
  await loadSamplePhotos(deps, 'sample');
  await loadSampleQuestions(deps.db, deps.clock.now());
  deps.log.debug({ event: 'sample_content_loaded' });
};
