import type { Feature } from '#core/feature/server/feature.ts';
import { adminQuestionEndpoints } from '../contract/admin-questions.ts';
import { questionPages } from '../contract/pages.ts';
import { questionDraftEndpoints } from '../contract/question-drafts.ts';
import { questionEndpoints } from '../contract/questions.ts';
import { adminQuestionRoutes } from './admin-routes.ts';
import { archiveDisputes } from './archive-disputes.ts';
import { questionTables } from './described-tables.ts';
import { questionRoutes } from './routes.ts';

export const questions = {
  endpoints: {
    questions: { ...questionEndpoints, ...questionDraftEndpoints, ...adminQuestionEndpoints },
  },
  pages: questionPages,
  routes: [...questionRoutes, ...adminQuestionRoutes],
  tables: questionTables,
  hooks: { memberDeleted: archiveDisputes },
} satisfies Feature;
