import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { privateFileEndpoints as endpoints } from '../../contract/private-files.ts';
import { copyPhoto } from './copy-photo.ts';
import { createPictureUpload, savePicture } from './picture-uploads.ts';
import { deletePicture, readPicture } from './read-picture.ts';

export const privateFileRoutes: readonly Route[] = [
  defineRoute(endpoints.createPictureUpload, ({ body, member, caller }, deps) =>
    createPictureUpload(deps, body, { memberId: member.id, caller }),
  ),

  defineRoute(endpoints.savePicture, async ({ body, member }, deps) => {
    const { id, width, height } = await savePicture(deps, member.id, body.savedFileName);
    return { id, width, height };
  }),

  defineRoute(endpoints.copyPhoto, async ({ body, member }, deps) => {
    const { id, width, height } = await copyPhoto(deps, member.id, body.photoId);
    return { id, width, height };
  }),

  defineRoute(endpoints.readPicture, async ({ params, member, setHeader }, deps) => {
    setHeader('cache-control', 'private, no-store');
    const bytes = await readPicture(deps, params.id, member);
    return (async function* stream() {
      yield bytes;
    })();
  }),

  defineRoute(endpoints.deletePicture, ({ params, member, now }, { db }) =>
    deletePicture(db, params.id, member.id, now),
  ),
];
