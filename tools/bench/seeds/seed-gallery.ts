import { sql } from 'drizzle-orm';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Db } from '#server/db/database.ts';

/** Copies the photos of a category, without files, until a page of its list is full. */
export const seedGallery = async (db: Db, category: PhotoCategory, count: number): Promise<void> => {
  await db.execute(sql`
    insert into photos (category, saved_file_name, width, height, widths, title, alt, placeholder, position)
    select category, saved_file_name || 'x' || n, width, height, widths, title, alt, placeholder, position + 1000 * n
    from photos, generate_series(1, ${count}::int) as n
    where category = ${category} order by n limit ${count}::int`);
};
