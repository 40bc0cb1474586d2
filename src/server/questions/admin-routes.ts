import { questionEndpoints as endpoints } from '#contract/questions.ts';
import { defineRoute } from '#server/http/define-route.ts';
import type { Route } from '#server/http/define-route.ts';
import { paginate } from '#server/http/pagination.ts';
import { createAuditContext } from '#server/http/audit-log.ts';
import { readAdminCursor, writeAdminCursor } from './admin-cursor.ts';
import { presentAnswer } from './present-question.ts';
import { findForAdmins } from './queries.ts';
import { presentWithAudit } from './present-with-audit.ts';
import { createAnswer, deleteAnswer, updateAnswer } from './answer-commands.ts';

const unansweredFirst = { read: readAdminCursor, write: writeAdminCursor };

export const adminQuestionRoutes: readonly Route[] = [
  defineRoute(endpoints.adminQuestions, async (asked, deps) => {
    const { answered } = asked.query;
    const rows = await paginate(asked, unansweredFirst, (page) => findForAdmins(deps.db, answered, page));
    return presentWithAudit(deps, asked, rows);
  }),

  defineRoute(endpoints.createAnswer, async (asked, deps) => {
    const { questionId } = asked.params;
    return presentAnswer(
      await createAnswer(deps.db, questionId, asked.body.content, createAuditContext(asked, deps)),
    );
  }),

  defineRoute(endpoints.updateAnswer, async (asked, deps) => {
    const { answerId } = asked.params;
    return presentAnswer(
      await updateAnswer(deps.db, answerId, asked.body.content, createAuditContext(asked, deps)),
    );
  }),

  defineRoute(endpoints.deleteAnswer, async (asked, deps) => {
    await deleteAnswer(deps.db, asked.params.answerId, createAuditContext(asked, deps));
    return undefined;
  }),
];
