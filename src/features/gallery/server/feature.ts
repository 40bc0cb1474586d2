import type { Feature } from '#core/feature/server/feature.ts';
import { REPRESENTATIVE_IMAGE_PATH } from '#core/files/contract/photos.ts';
import { adminPhotoEndpoints } from '../contract/admin-photos.ts';
import { galleryPages } from '../contract/pages.ts';
import { adminPhotoRoutes } from './admin-routes.ts';
import { createCropHandlers } from './crop-handlers.ts';
import { photoRoutes } from './routes.ts';
import { servePhoto } from './serve-photo.ts';

export const gallery = {
  endpoints: { photos: adminPhotoEndpoints },
  pages: galleryPages,
  routes: [...photoRoutes, ...adminPhotoRoutes],
  mount: (app, limitRate, deps) => {
    app.get('/photos/:key', servePhoto(deps));
    const { serveShareImage, serveRepresentative } = createCropHandlers(limitRate, deps);
    app.get('/share-image/:file', serveShareImage);
    app.get(REPRESENTATIVE_IMAGE_PATH, serveRepresentative);
  },
} satisfies Feature;
