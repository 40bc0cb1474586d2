import type { RouteObject } from 'react-router';
import { clientPage } from '#core/content/web/page-route.tsx';
import { questionPages as pages } from '../contract/pages.ts';

export const questionClientRoutes: readonly RouteObject[] = [
  clientPage(pages.new, () => import('./new-question-page.tsx')),
  clientPage(pages.edit, () => import('./edit-question-page.tsx')),
  clientPage(pages.adminQuestions, () => import('./admin/admin-questions-page.tsx')),
];
