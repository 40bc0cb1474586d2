import defaultContent from '#content/default-content.json' with { type: 'json' };
import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { adminQuestionEndpoints } from '../contract/admin-questions.ts';
import { questionPages } from '../contract/pages.ts';
import { questionDraftEndpoints } from '../contract/question-drafts.ts';
import { questionEndpoints } from '../contract/questions.ts';
import { questionSections } from '../contract/sections.ts';
import { adminQuestionRoutes } from './admin-routes.ts';
import { questionTables } from './described-tables.ts';
import { questionMessageKinds } from './message-kinds.ts';
import { archiveDisputes } from './question-commands.ts';
import { questionRoutes } from './routes.ts';

export const questions = {
  endpoints: {
    questions: { ...questionEndpoints, ...questionDraftEndpoints, ...adminQuestionEndpoints },
  },
  pages: questionPages,
  routes: [...questionRoutes, ...adminQuestionRoutes],
  tables: questionTables,
  purposes: [
    {
      name: '1:1 문의',
      items: '제목, 내용, 답변 알림 수신 여부',
      reason: '문의의 처리와 답변, 신청한 경우 답변 알림 문자의 발송',
      retention: '탈퇴할 때까지. 불만과 분쟁 처리에 관한 기록은 3년',
    },
  ],
  messages: questionMessageKinds,
  sections: [featureSection(questionSections.replies, defaultContent.replies)],
  hooks: { memberDeleted: archiveDisputes },
} satisfies Feature;
