import type { RouteObject } from 'react-router';
import { serverPage } from '#core/content/web/page-route.tsx';
import type { Api } from '#platform/web/client/api/api.ts';
import { questionPages } from '../contract/pages.ts';
import { loadQuestions, questionListMeta } from './load-questions.ts';
import { QuestionIntroPage, questionIntroMeta } from './question-intro-page.tsx';
import { QuestionListPage } from './question-list-page.tsx';

export const questionRoutes = (api: Api): readonly RouteObject[] => [
  serverPage(questionPages.intro, QuestionIntroPage, questionIntroMeta),
  serverPage(questionPages.list, QuestionListPage, questionListMeta, loadQuestions(api)),
];
