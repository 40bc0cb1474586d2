import { clientPage } from '#core/content/web/page-route.tsx';
import { questionPages as pages } from '../contract/pages.ts';

export const clientRoutes = [
  clientPage(pages.new, '문의하기', () => import('./new-question-page.tsx')),
  clientPage(pages.edit, '문의 수정', () => import('./edit-question-page.tsx')),
  clientPage(pages.adminQuestions, '문의 관리', () => import('./admin/admin-questions-page.tsx')),
];

export const loadSections = async () => (await import('../contract/sections.ts')).questionSections;
