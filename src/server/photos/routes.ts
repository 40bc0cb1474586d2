import { photoEndpoints } from '#contract/photos.ts';
import { implement } from '#server/http/implement.ts';
import { byId, readPage } from '#server/http/paging.ts';
import { presentHomePhotos, presentPhoto } from './present-photo.ts';
import { findHomePhotos, findPhotosByCategory, findShownPhotos } from './queries.ts';

export const photoRoutes = [
  implement(photoEndpoints.homePhotos, async (_asked, { db, storage }) =>
    presentHomePhotos(await findHomePhotos(db), storage),
  ),

  implement(photoEndpoints.listPhotos, async (asked, { db, storage }) => {
    const rows = await readPage(asked, byId, (page) => findPhotosByCategory(db, asked.query.category, page));
    return rows.map((row) => presentPhoto(row, storage));
  }),

  implement(photoEndpoints.categoryPhotos, async ({ params }, { db, storage }) => {
    const rows = await findShownPhotos(db, params.categoryId);
    return rows.map((row) => presentPhoto(row, storage));
  }),
];
