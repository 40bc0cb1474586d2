import { photoEndpoints } from '#contract/photos.ts';
import { defineRoute } from '#server/http/define-route.ts';
import { idCursor, paginate } from '#server/http/pagination.ts';
import { presentByCategory, presentPhoto } from '#server/photos/gallery/present-photo.ts';
import {
  findFirstPhotos,
  findHomePhotos,
  findLatestPhotos,
  findPhotosByCategory,
  findVisiblePhotos,
} from './queries.ts';

export const photoRoutes = [
  defineRoute(photoEndpoints.homePhotos, async (_asked, { db, storage }) =>
    presentByCategory(await findHomePhotos(db), storage),
  ),

  defineRoute(photoEndpoints.firstPhotos, async (_asked, { db, storage }) =>
    presentByCategory(await findFirstPhotos(db), storage),
  ),

  defineRoute(photoEndpoints.latestPhotos, async (_request, { db, storage }) => {
    const rows = await findLatestPhotos(db);
    return rows.map((row) => presentPhoto(row, storage));
  }),

  defineRoute(photoEndpoints.listPhotos, async (request, { db, storage }) => {
    const rows = await paginate(request, idCursor, (page) =>
      findPhotosByCategory(db, request.query.category, page),
    );
    return rows.map((row) => presentPhoto(row, storage));
  }),

  defineRoute(photoEndpoints.categoryPhotos, async ({ params }, { db, storage }) => {
    const rows = await findVisiblePhotos(db, params.categoryId);
    return rows.map((row) => presentPhoto(row, storage));
  }),
];
