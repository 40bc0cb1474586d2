import { assertCategoryShown } from '#core/content/server/categories.ts';
import { photoEndpoints, shootTypeOf } from '#core/files/contract/photos.ts';
import { presentByCategory, presentPhoto } from '#core/files/server/photos/present-photo.ts';
import {
  findFirstPhotos,
  findHeroPhotos,
  findHomePhotos,
  findLatestPhotos,
  findPhotosByCategory,
  findVisiblePhotos,
} from '#core/files/server/photos/queries.ts';
import { defineRoute } from '#platform/server/http/define-route.ts';
import { idCursor, paginate } from '#platform/server/http/pagination.ts';

export const photoRoutes = [
  defineRoute(photoEndpoints.homePhotos, async (_asked, { db, storage }) =>
    presentByCategory(await findHomePhotos(db), storage),
  ),

  defineRoute(photoEndpoints.heroPhotos, async (_asked, { db, storage }) => {
    const rows = await findHeroPhotos(db);
    return rows.map((row) => ({ ...presentPhoto(row, storage), shootType: row.shootType }));
  }),

  defineRoute(photoEndpoints.firstPhotos, async (_asked, { db, storage }) =>
    presentByCategory(await findFirstPhotos(db), storage),
  ),

  defineRoute(photoEndpoints.latestPhotos, async (_request, { db, storage }) => {
    const rows = await findLatestPhotos(db);
    return rows.map((row) => presentPhoto(row, storage));
  }),

  defineRoute(photoEndpoints.listPhotos, async (request, { db, storage }) => {
    await assertCategoryShown(db, shootTypeOf(request.query.category), 'category');
    const rows = await paginate(request, idCursor, (page) =>
      findPhotosByCategory(db, request.query.category, page),
    );
    return rows.map((row) => presentPhoto(row, storage));
  }),

  defineRoute(photoEndpoints.categoryPhotos, async ({ params }, { db, storage }) => {
    await assertCategoryShown(db, shootTypeOf(params.categoryId), 'categoryId');
    const rows = await findVisiblePhotos(db, params.categoryId);
    return rows.map((row) => presentPhoto(row, storage));
  }),
];
