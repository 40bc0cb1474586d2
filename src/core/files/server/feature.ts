import type { Feature } from '#core/feature/server/feature.ts';
import { logoEndpoints } from '../contract/logos.ts';
import { photoEndpoints } from '../contract/photos.ts';
import { privateFileEndpoints } from '../contract/private-files.ts';
import { fileTables } from './described-tables.ts';
import { logoRoutes } from './logos/save-logo.ts';
import { serveLogo } from './logos/serve-logo.ts';
import { privateFileRoutes } from './private/routes.ts';
import { maintainPhotos } from './storage/photo-maintenance.ts';
import { createUploadAdmission } from './upload/admit-upload.ts';
import { mountUploads } from './upload/upload-endpoint.ts';

export const files = {
  endpoints: { photos: photoEndpoints, privateFiles: privateFileEndpoints, settings: logoEndpoints },
  routes: [...privateFileRoutes, ...logoRoutes],
  mount: (app, limitRate, deps) => {
    mountUploads(app, deps, createUploadAdmission(deps));
    app.get('/logo/:key', serveLogo(limitRate, deps));
  },
  tables: fileTables,
  intervalJobs: [{ delayMs: 600_000, run: maintainPhotos }],
} satisfies Feature;
