import { desc, max } from 'drizzle-orm';
import type { ShootType } from '#core/content/contract/categories.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import { findCategories } from '#core/content/server/categories.ts';
import { findEffectiveDates } from '#core/content/server/legal/documents.ts';
import { presentNotices } from '#core/content/server/present-content.ts';
import { readSections } from '#core/content/server/read-sections.ts';
import { isHomeCategory, type PhotoCategory } from '#core/files/contract/photos.ts';
import { isVisible } from '#core/files/server/photos/queries.ts';
import { photos } from '#core/files/server/tables.ts';
import { answers, questions } from '#features/questions/server/tables.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Db } from '#platform/server/db/database.ts';
import { indexablePaths } from './site-pages.ts';

const findPhotoDates = async (db: Db): Promise<ReadonlyMap<PhotoCategory, Date>> => {
  const rows = await db
    .select({ category: photos.category, at: max(photos.createdAt) })
    .from(photos)
    .where(isVisible)
    .groupBy(photos.category);
  return new Map(rows.flatMap(({ category, at }) => (at === null ? [] : [[category, at] as const])));
};

const latest = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.reduce(
    (newest, date) => (newest === undefined || (date !== undefined && date > newest) ? date : newest),
    undefined,
  );

const findQuestionDate = async (db: Db): Promise<Date | undefined> => {
  const [[newestQuestion], [newestAnswer]] = await Promise.all([
    db.select({ at: questions.createdAt }).from(questions).orderBy(desc(questions.id)).limit(1),
    db.select({ at: answers.createdAt }).from(answers).orderBy(desc(answers.id)).limit(1),
  ]);
  return latest([newestQuestion?.at, newestAnswer?.at]);
};

/** The date for `lastmod` by path (`YYYY-MM-DD` in Seoul); paths without a known date are omitted. */
const findChangeDates = async (
  db: Db,
  shown: readonly ShootType[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const [photoDates, questionDate, documents] = await Promise.all([
    findPhotoDates(db),
    findQuestionDate(db),
    findEffectiveDates(db, now),
  ]);
  const home = latest([...photoDates].map(([category, at]) => (isHomeCategory(category) ? at : undefined)));
  const changes: readonly (readonly [string, Date | undefined])[] = [
    ['/', latest([home, questionDate])],
    ['/question', questionDate],
    ...shown.map((type) => [`/category/${type}`, photoDates.get(type)] as const),
  ];
  return new Map([
    ...documents.map(({ kind, effectiveOn }) => [`/${kind}`, effectiveOn] as const),
    ...changes.flatMap(([path, at]) => (at === undefined ? [] : [[path, seoulDate(at)] as const])),
  ]);
};

/** Pages without content, to which the footer does not link. */
const findEmptyPaths = async (db: Db, now: Date): Promise<readonly string[]> => {
  const { notices, faq } = await readSections(db, {
    notices: contentSections.notices,
    faq: contentSections.faq,
  });
  const shownNotices = presentNotices(notices, { clock: { now: () => now } });
  return [...(shownNotices.length === 0 ? ['/notice'] : []), ...(faq.questions.length === 0 ? ['/faq'] : [])];
};

const escapeXml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Builds the XML sitemap (https://www.sitemaps.org/protocol.html) of the indexable pages that have content. */
export const buildSitemap = async (db: Db, origin: string, now: Date): Promise<string> => {
  const shown = (await findCategories(db)).filter(({ isShown }) => isShown).map(({ id }) => id);
  const emptyPaths = await findEmptyPaths(db, now);
  const changeDates = await findChangeDates(db, shown, now);
  const entries = [
    ...indexablePaths.filter((path) => !emptyPaths.includes(path)),
    ...shown.map((type) => `/category/${type}`),
  ].map((path) => {
    const date = changeDates.get(path);
    const lastModified = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${lastModified}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
};
