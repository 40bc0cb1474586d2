import { eq } from 'drizzle-orm';
import type { QueryOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { idCursor, paginate, type Page, type PaginatedRequest } from '#platform/server/http/pagination.ts';
import { questionDraftEndpoints } from '../contract/question-drafts.ts';
import { type Question, questionEndpoints as endpoints } from '../contract/questions.ts';
import { presentWithAudit, type ViewContext } from './present-question.ts';
import { findQuestion, findQuestions, type QuestionRow } from './queries.ts';
import { createQuestion, deleteQuestion, updateQuestion } from './question-commands.ts';
import { searchQuestions, type QuestionSearch } from './search-questions.ts';
import { questions } from './tables.ts';

const newestFirst = { read: idCursor.read, write: ({ question }: QuestionRow) => idCursor.write(question) };

type ListContext = ViewContext & PaginatedRequest;

const list = async (
  deps: Deps,
  request: ListContext,
  find: (page: Page<number>) => Promise<QuestionRow[]>,
): Promise<Question[]> => presentWithAudit(deps, request, await paginate(request, newestFirst, find));

const search = (
  deps: Deps,
  request: ListContext & { readonly query: QueryOf<typeof endpoints.searchQuestionTitles> },
  field: QuestionSearch['in'],
): Promise<Question[]> => {
  const { keyword, mine = false } = request.query;
  return list(deps, request, (page) =>
    searchQuestions(deps.db, request.member, { in: field, keyword, mine }, page),
  );
};

const presentRow = async (deps: Deps, request: ViewContext, row: QuestionRow | null): Promise<Question> => {
  const [shown] = row === null ? [] : await presentWithAudit(deps, request, [row]);
  if (shown === undefined) throw appError('NOT_FOUND');
  return shown;
};

const showQuestion = async (deps: Deps, request: ViewContext, id: number): Promise<Question> =>
  presentRow(deps, request, await findQuestion(deps.db, id));

export const questionRoutes: readonly Route[] = [
  defineRoute(endpoints.listQuestions, (request, deps) =>
    list(deps, request, (page) => findQuestions(deps.db, page)),
  ),

  defineRoute(endpoints.myQuestions, (request, deps) =>
    list(deps, request, (page) => findQuestions(deps.db, page, eq(questions.memberId, request.member.id))),
  ),

  defineRoute(endpoints.searchQuestionTitles, (request, deps) => search(deps, request, 'title')),

  defineRoute(endpoints.searchQuestionContents, (request, deps) => search(deps, request, 'content')),

  defineRoute(endpoints.getQuestion, (request, deps) => showQuestion(deps, request, request.params.id)),

  defineRoute(questionDraftEndpoints.createQuestion, async (request, deps) => {
    const question = await createQuestion(deps.db, request.member.id, request.body, request.now);
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
