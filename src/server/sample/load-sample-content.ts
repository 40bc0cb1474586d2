import { sql } from 'drizzle-orm';
import { members, photos, questions, reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { loadSamplePhotos } from '#server/photos/load-sample-photos.ts';
import { loadSampleQuestions } from '#server/questions/load-sample-questions.ts';

/** Whether the photos table ever had a row, so that deleted sample photos are not loaded again. */
const hasEverHadPhotos = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  const { rows } = await db.execute<{ last: number | null }>(
    sql`select pg_sequence_last_value(pg_get_serial_sequence('photos', 'id')::regclass)::int as last`,
  );
  return (rows[0]?.last ?? null) !== null;
};

const isDatabaseEmpty = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  for (const table of [photos, questions, reservations]) if ((await db.$count(table)) > 0) return false;
  // The admin account may have been created earlier during this start.
  return (await db.$count(members)) <= 1;
};

export const loadSampleContent = async (deps: Deps): Promise<void> => {
  if ((await hasEverHadPhotos(deps)) || !(await isDatabaseEmpty(deps))) return;
  await loadSamplePhotos(deps, 'sample');
  await loadSampleQuestions(deps.db, deps.clock.now());
  deps.log.debug({ event: 'sample_content_loaded' });
};
