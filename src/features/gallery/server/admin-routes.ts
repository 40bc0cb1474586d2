import { presentAdminPhoto } from '#core/files/server/photos/present-photo.ts';
import { findAllPhotos, findContentHashes, findPhoto } from '#core/files/server/photos/queries.ts';
import { appError } from '#platform/contract/errors.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { adminPhotoEndpoints as endpoints } from '../contract/admin-photos.ts';
import { deletePhoto, orderPhotos, restorePhoto, setHomePhoto, updatePhotos } from './change-photos.ts';
import { createUploadUrl } from './create-upload-url.ts';
import { savePhoto } from './save-photo.ts';

export const adminPhotoRoutes: readonly Route[] = [
  defineRoute(endpoints.adminPhotos, async ({ query }, { db, storage }) => {
    const rows = await findAllPhotos(db, query.category);
    return rows.map((row) => presentAdminPhoto(row, storage));
  }),

  defineRoute(endpoints.listContentHashes, (_request, { db }) => findContentHashes(db)),

  defineRoute(endpoints.adminPhoto, async ({ params }, { db, storage }) => {
    const row = await findPhoto(db, params.id);
    if (row === undefined) throw appError('NOT_FOUND');
    return presentAdminPhoto(row, storage);
  }),

  defineRoute(endpoints.createUploadUrl, ({ body, member, caller }, deps) =>
    createUploadUrl(deps, body, { memberId: member.id, caller }),
  ),

  defineRoute(endpoints.savePhoto, async (request, deps) =>
    presentAdminPhoto(await savePhoto(deps, request.body, request.audit), deps.storage),
  ),

  defineRoute(endpoints.updatePhoto, async (request, deps) => {
    const change = { id: request.params.id, ...request.body };
    const [photo] = await updatePhotos(deps.db, [change], request.audit);
    if (photo === undefined) throw appError('NOT_FOUND');
    return presentAdminPhoto(photo, deps.storage);
  }),

  defineRoute(endpoints.updatePhotos, async (request, deps) => {
    const rows = await updatePhotos(deps.db, request.body.photos, request.audit);
    return rows.map((row) => presentAdminPhoto(row, deps.storage));
  }),

  defineRoute(endpoints.setHomePhoto, async (request, deps) => {
    const { params, body } = request;
    const photo = await setHomePhoto(deps.db, params.id, body.category, request.audit);
    return presentAdminPhoto(photo, deps.storage);
  }),

  defineRoute(endpoints.orderPhotos, (request, deps) => orderPhotos(deps.db, request.body, request.audit)),

  defineRoute(endpoints.deletePhoto, (request, deps) =>
    deletePhoto(deps.db, request.params.id, request.audit),
  ),

  defineRoute(endpoints.restorePhoto, async (request, deps) => {
    const photo = await restorePhoto(deps.db, request.params.id, request.audit);
    return presentAdminPhoto(photo, deps.storage);
  }),
];
