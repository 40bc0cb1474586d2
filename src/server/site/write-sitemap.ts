import { documentVersions } from '#contract/legal.ts';
import { openPages } from '#contract/pages.ts';
import { homeCategories } from '#contract/photos.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { shootTypes } from '#contract/shoot-types.ts';
import type { Db } from '#server/db/connection.ts';
import { findPhotoDates, findQuestionDate } from './queries.ts';

const latest = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.reduce(
    (one, other) => (one === undefined || (other !== undefined && other > one) ? other : one),
    undefined,
  );

/** `YYYY-MM-DD` by path, where known. */
const findChangeDates = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const [photoDates, questionDate] = await Promise.all([findPhotoDates(db), findQuestionDate(db)]);
  const home = latest(homeCategories.map((category) => photoDates.get(category)));
  const moments: readonly (readonly [string, Date | undefined])[] = [
    ['/', latest([home, questionDate])],
    ['/question', questionDate],
    ...shootTypes.map((type) => [`/category/${type}`, photoDates.get(type)] as const),
  ];
  return new Map([
    ...Object.entries(documentVersions).map(([item, version]) => [`/${item}`, version] as const),
    ...moments.flatMap(([path, at]) => (at === undefined ? [] : [[path, seoulDate(at)] as const])),
  ]);
};

const escapeXml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** https://www.sitemaps.org */
export const writeSitemap = async (db: Db, origin: string): Promise<string> => {
  const changeDates = await findChangeDates(db);
  const entries = openPages.map((path) => {
    const date = changeDates.get(path);
    const changed = date === undefined ? '' : `<lastmod>${date}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
};
