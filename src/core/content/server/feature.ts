import type { Feature } from '#core/feature/server/feature.ts';
import { contentTables } from './described-tables.ts';
import { legalRoutes } from './legal/routes.ts';
import { contentHooks } from './publish-section.ts';
import { studioRoutes } from './routes.ts';

export const content = {
  routes: [...studioRoutes, ...legalRoutes],
  tables: contentTables,
  sections: contentHooks,
} satisfies Feature;
