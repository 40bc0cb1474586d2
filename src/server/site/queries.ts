import { and, desc, isNull, max } from 'drizzle-orm';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/connection.ts';
import { answers, photos, questions } from '#server/db/schema.ts';

export const findPhotoDates = async (db: Db): Promise<ReadonlyMap<PhotoCategory, Date>> => {
  const rows = await db
    .select({ category: photos.category, at: max(photos.createdAt) })
    .from(photos)
    .where(and(isNull(photos.deletedAt), isNull(photos.damagedAt)))
    .groupBy(photos.category);
  return new Map(rows.flatMap(({ category, at }) => (at === null ? [] : [[category, at] as const])));
};

export const findQuestionDate = async (db: Db): Promise<Date | undefined> => {
  const [[asked], [answered]] = await Promise.all([
    db.select({ at: questions.createdAt }).from(questions).orderBy(desc(questions.id)).limit(1),
    db.select({ at: answers.createdAt }).from(answers).orderBy(desc(answers.id)).limit(1),
  ]);
  const times = [asked, answered].flatMap((row) => (row === undefined ? [] : [row.at.getTime()]));
  return times.length === 0 ? undefined : new Date(Math.max(...times));
};
