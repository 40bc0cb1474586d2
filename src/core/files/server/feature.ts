import type { Feature } from '#core/feature/server/feature.ts';
import { photoEndpoints } from '../contract/photos.ts';
import { privateFileEndpoints } from '../contract/private-files.ts';
import { fileTables } from './described-tables.ts';
import { privateFileRoutes } from './private/routes.ts';
import { maintainPhotos } from './storage/photo-maintenance.ts';
import { createUploadAdmission } from './upload/admit-upload.ts';
import { mountUploads } from './upload/upload-endpoint.ts';

export const files = {
  endpoints: { photos: photoEndpoints, privateFiles: privateFileEndpoints },
  routes: privateFileRoutes,
  mount: (app, _, deps) => mountUploads(app, deps, createUploadAdmission(deps)),
  tables: fileTables,
  intervalJobs: [{ delayMs: 600_000, run: maintainPhotos }],
} satisfies Feature;
