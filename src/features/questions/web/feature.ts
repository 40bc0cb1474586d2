import { serverPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { questionPages } from '../contract/pages.ts';
import { loadQuestions, questionListMeta } from './load-questions.ts';
import { QuestionIntroPage, questionIntroMeta } from './question-intro-page.tsx';
import { QuestionListPage } from './question-list-page.tsx';

export const questions = {
  pages: questionPages,
  routes: (api) => [
    serverPage(questionPages.intro, QuestionIntroPage, questionIntroMeta),
    serverPage(questionPages.list, QuestionListPage, questionListMeta, loadQuestions(api)),
  ],
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
