import * as z from 'zod/mini';
import { refuse } from '#contract/errors.ts';
import { rowId } from '#contract/fields.ts';
import { photoEndpoints } from '#contract/photos.ts';
import { implement } from '#server/http/implement.ts';
import { presentHomePhotos, presentPhoto } from './present-photo.ts';
import { findHomePhotos, findPhotosByCategory, findShownPhotos } from './queries.ts';

const DEFAULT_LIMIT = 500;

/** The cursor of a list of photos is the id of the last one shown. */
const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  const id = z.safeParse(rowId, cursor);
  if (!id.success) throw refuse('INVALID_INPUT');
  return id.data;
};

export const photoRoutes = [
  implement(photoEndpoints.homePhotos, async (_asked, { db, storage }) =>
    presentHomePhotos(await findHomePhotos(db), storage),
  ),

  implement(photoEndpoints.listPhotos, async ({ query, linkNext }, { db, storage }) => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = readCursor(query.cursor);
    const rows = await findPhotosByCategory(db, query.category, { limit: limit + 1, before });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    if (rows.length > limit && last !== undefined) linkNext(String(last.id));
    return shown.map((row) => presentPhoto(row, storage));
  }),

  implement(photoEndpoints.categoryPhotos, async ({ params }, { db, storage }) => {
    const rows = await findShownPhotos(db, params.categoryId);
    return rows.map((row) => presentPhoto(row, storage));
  }),
];
