import { photoEndpoints as endpoints } from '#contract/photos.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { changeBy } from '#server/http/record-audit.ts';
import { createUploadUrl } from './create-upload-url.ts';
import { deletePhoto, restorePhoto } from './delete-photo.ts';
import { orderPhotos } from './order-photos.ts';
import { presentAdminPhoto } from './present-photo.ts';
import { findKeptPhotos } from './queries.ts';
import { savePhoto } from './save-photo.ts';
import { updatePhoto } from './update-photo.ts';

export const adminPhotoRoutes: readonly Implementation[] = [
  implement(endpoints.adminPhotos, async ({ query }, { db, storage }) => {
    const rows = await findKeptPhotos(db, query.category);
    return rows.map((row) => presentAdminPhoto(row, storage));
  }),

  implement(endpoints.createUploadUrl, ({ body, member, caller }, deps) =>
    createUploadUrl(deps, body, { memberId: member.id, caller }),
  ),

  implement(endpoints.savePhoto, async (asked, deps) =>
    presentAdminPhoto(await savePhoto(deps, asked.body, changeBy(asked, deps)), deps.storage),
  ),

  implement(endpoints.updatePhoto, async (asked, deps) => {
    const photo = await updatePhoto(deps.db, asked.params.id, asked.body, changeBy(asked, deps));
    return presentAdminPhoto(photo, deps.storage);
  }),

  implement(endpoints.orderPhotos, async (asked, deps) => {
    await orderPhotos(deps.db, asked.body, changeBy(asked, deps));
    return undefined;
  }),

  implement(endpoints.deletePhoto, async (asked, deps) => {
    await deletePhoto(deps.db, asked.params.id, changeBy(asked, deps));
    return undefined;
  }),

  implement(endpoints.restorePhoto, async (asked, deps) => {
    const photo = await restorePhoto(deps.db, asked.params.id, changeBy(asked, deps));
    return presentAdminPhoto(photo, deps.storage);
  }),
];
