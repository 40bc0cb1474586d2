import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { privateFileEndpoints as endpoints } from '../../contract/private-files.ts';
import { copyPhoto } from './copy-photo.ts';
import { createPictureUpload, savePicture } from './picture-uploads.ts';
import { deletePicture, readPicture } from './read-picture.ts';

export const privateFileRoutes: readonly Route[] = [
  defineRoute(endpoints.createPictureUpload, ({ body, member, caller }, deps) =>
    createPictureUpload(deps, body, { memberId: member.id, caller }),
  ),

  defineRoute(endpoints.savePicture, ({ body, member }, deps) =>
    savePicture(deps, member.id, body.savedFileName),
  ),

  defineRoute(endpoints.copyPhoto, ({ body, member }, deps) => copyPhoto(deps, member.id, body.photoId)),

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
