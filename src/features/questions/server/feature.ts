import type { Feature } from '#core/feature/server/feature.ts';
import { adminQuestionRoutes } from './admin-routes.ts';
import { archiveDisputes } from './archive-disputes.ts';
import { questionTables } from './described-tables.ts';
import { questionRoutes } from './routes.ts';

export const questions = {
  routes: [...questionRoutes, ...adminQuestionRoutes],
  tables: questionTables,
  hooks: { memberDeleted: archiveDisputes },
} satisfies Feature;
