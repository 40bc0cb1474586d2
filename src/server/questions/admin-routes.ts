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
  defineRoute(endpoints.adminQuestions, async (request, deps) => {
    const { answered } = request.query;
    const rows = await paginate(request, unansweredFirst, (page) => findForAdmins(deps.db, answered, page));
    return presentWithAudit(deps, request, rows);
  }),

  defineRoute(endpoints.createAnswer, async (request, deps) => {
    const { questionId } = request.params;
    return presentAnswer(
      await createAnswer(deps.db, questionId, request.body.content, createAuditContext(request, deps)),
    );
  }),

  defineRoute(endpoints.updateAnswer, async (request, deps) => {
    const { answerId } = request.params;
    return presentAnswer(
      await updateAnswer(deps.db, answerId, request.body.content, createAuditContext(request, deps)),
    );
  }),

  defineRoute(endpoints.deleteAnswer, async (request, deps) => {
    await deleteAnswer(deps.db, request.params.answerId, createAuditContext(request, deps));
    return undefined;
  }),
];
