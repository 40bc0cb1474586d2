import { and, eq, type SQL } from 'drizzle-orm';
import type { QueryOf } from '#platform/contract/endpoint.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { paginate } from '#platform/server/http/pagination.ts';
import { adminQuestionEndpoints as endpoints } from '../contract/admin-questions.ts';
import { createAnswer, deleteAnswer, updateAnswer } from './answer-commands.ts';
import { presentAnswer, presentWithAudit } from './present-question.ts';
import { findForAdmins, isUnanswered, unansweredFirstCursor } from './queries.ts';
import { changeVisibility } from './question-commands.ts';
import { matchesKeyword } from './search-questions.ts';
import { questions } from './tables.ts';

const conditionOf = ({ keyword, id, member }: QueryOf<typeof endpoints.countQuestions>): SQL | undefined =>
  and(
    keyword === undefined ? undefined : matchesKeyword(keyword),
    id === undefined ? undefined : eq(questions.id, id),
    member === undefined ? undefined : eq(questions.memberId, member),
  );

export const adminQuestionRoutes: readonly Route[] = [
  defineRoute(endpoints.adminQuestions, async (request, deps) => {
    const { answered } = request.query;
    const condition = conditionOf(request.query);
    const rows = await paginate(request, unansweredFirstCursor, (page) =>
      findForAdmins(deps.db, answered, condition, page),
    );
    return presentWithAudit(deps, request, rows);
  }),

  defineRoute(endpoints.countQuestions, async ({ query }, { db }) => {
    const condition = conditionOf(query);
    const [all, waiting] = await Promise.all([
      db.$count(questions, condition),
      db.$count(questions, and(condition, isUnanswered)),
    ]);
    return { waiting, answered: all - waiting };
  }),

  defineRoute(endpoints.changeVisibility, (request, deps) =>
    changeVisibility(deps.db, request.params.id, request.body, request.audit),
  ),

  defineRoute(endpoints.createAnswer, async (request, deps) => {
    const { questionId } = request.params;
    return presentAnswer(await createAnswer(deps.db, questionId, request.body.content, request.audit));
  }),

  defineRoute(endpoints.updateAnswer, async (request, deps) => {
    const { answerId } = request.params;
    return presentAnswer(await updateAnswer(deps.db, answerId, request.body.content, request.audit));
  }),

  defineRoute(endpoints.deleteAnswer, (request, deps) =>
    deleteAnswer(deps.db, request.params.answerId, request.audit),
  ),
];
