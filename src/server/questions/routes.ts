import { appError } from '#contract/errors.ts';
import { questionDraftEndpoints } from '#contract/question-drafts.ts';
import { type Question, questionEndpoints as endpoints } from '#contract/questions.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import type { Deps } from '#server/deps.ts';
import { idCursor, paginate } from '#server/http/pagination.ts';
import type { QuestionRow } from './present-question.ts';
import * as queries from './queries.ts';
import { searchQuestions } from './search-questions.ts';
import { presentWithAudit, type ViewContext } from './present-with-audit.ts';
import { createQuestion, deleteQuestion, updateQuestion } from './question-commands.ts';

const newestFirst = { read: idCursor.read, write: ({ question }: QuestionRow) => idCursor.write(question) };

const presentRow = async (deps: Deps, request: ViewContext, row: QuestionRow): Promise<Question> => {
  const [shown] = await presentWithAudit(deps, request, [row]);
  if (shown === undefined) throw appError('NOT_FOUND');
  return shown;
};

const showQuestion = async (deps: Deps, request: ViewContext, id: number): Promise<Question> => {
  const row = await queries.findQuestion(deps.db, id);
  if (row === null) throw appError('NOT_FOUND');
  return presentRow(deps, request, row);
};

export const questionRoutes: readonly Route[] = [
  defineRoute(endpoints.listQuestions, async (request, deps) => {
    const rows = await paginate(request, newestFirst, (page) => queries.findQuestions(deps.db, page));
    return presentWithAudit(deps, request, rows);
  }),

  defineRoute(endpoints.myQuestions, async (request, deps) => {
    const { id } = request.member;
    const rows = await paginate(request, newestFirst, (page) =>
      queries.findQuestionsByMember(deps.db, id, page),
    );
    return presentWithAudit(deps, request, rows);
  }),

  defineRoute(endpoints.searchQuestionTitles, async (request, deps) => {
    const { keyword, mine = false } = request.query;
    const rows = await paginate(request, newestFirst, (page) =>
      searchQuestions(deps.db, request.member, { in: 'title', keyword, mine }, page),
    );
    return presentWithAudit(deps, request, rows);
  }),

  defineRoute(endpoints.searchQuestionContents, async (request, deps) => {
    const { keyword, mine = false } = request.query;
    const rows = await paginate(request, newestFirst, (page) =>
      searchQuestions(deps.db, request.member, { in: 'content', keyword, mine }, page),
    );
    return presentWithAudit(deps, request, rows);
  }),

  defineRoute(endpoints.getQuestion, (request, deps) => showQuestion(deps, request, request.params.id)),

  defineRoute(questionDraftEndpoints.createQuestion, async (request, deps) => {
    const question = await createQuestion(deps.db, {
      memberId: request.member.id,
      draft: request.body,
      now: request.now,
    });
    // Not read again: the author's account may have been deleted meanwhile.
    return presentRow(deps, request, { question, memberName: request.member.name, answer: null });
  }),

  defineRoute(questionDraftEndpoints.updateQuestion, async (request, deps) => {
    await updateQuestion(deps, request.member, request.params.id, request.body, request.audit);
    return showQuestion(deps, request, request.params.id);
  }),

  defineRoute(endpoints.deleteQuestion, (request, deps) =>
    deleteQuestion(deps, request.member, request.params.id, request.audit),
  ),
];
