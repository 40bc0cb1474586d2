import type { Feature } from '#core/feature/server/feature.ts';
import { adminPhotoEndpoints } from '../contract/admin-photos.ts';
import { galleryPages } from '../contract/pages.ts';
import { adminPhotoRoutes } from './admin-routes.ts';
import { photoRoutes } from './routes.ts';
import { servePhoto } from './serve-photo.ts';
import { serveShareImage } from './share-image.ts';

export const gallery = {
  endpoints: { photos: adminPhotoEndpoints },
  pages: galleryPages,
  routes: [...photoRoutes, ...adminPhotoRoutes],
  mount: (app, limitRate, deps) => {
    app.get('/photos/:key', servePhoto(deps));
    app.get('/share-image/:file', serveShareImage(limitRate, deps));
  },
} satisfies Feature;
