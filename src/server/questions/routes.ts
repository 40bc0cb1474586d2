import { appError } from '#contract/errors.ts';
import type { Question } from '#contract/questions.ts';
import { questionEndpoints as endpoints } from '#contract/questions.ts';
import { defineRoute } from '#server/http/define-route.ts';
import type { Route } from '#server/http/define-route.ts';
import type { Deps } from '#server/deps.ts';
import { idCursor, paginate } from '#server/http/pagination.ts';
import { createAuditContext } from '#server/http/audit-log.ts';
import type { QuestionRow } from './present-question.ts';
import * as queries from './queries.ts';
import { searchQuestions } from './search-questions.ts';
import { presentWithAudit } from './present-with-audit.ts';
import type { ViewContext } from './present-with-audit.ts';
import { createQuestion, deleteQuestion, updateQuestion } from './question-commands.ts';

const newestFirst = { read: idCursor.read, write: ({ question }: QuestionRow) => idCursor.write(question) };

const presentRow = async (deps: Deps, asked: ViewContext, row: QuestionRow): Promise<Question> => {
  const [shown] = await presentWithAudit(deps, asked, [row]);
  if (shown === undefined) throw appError('NOT_FOUND');
  return shown;
};

const showQuestion = async (deps: Deps, asked: ViewContext, id: number): Promise<Question> => {
  const row = await queries.findQuestion(deps.db, id);
  if (row === null) throw appError('NOT_FOUND');
  return presentRow(deps, asked, row);
};

export const questionRoutes: readonly Route[] = [
  defineRoute(endpoints.listQuestions, async (asked, deps) => {
    const rows = await paginate(asked, newestFirst, (page) => queries.findQuestions(deps.db, page));
    return presentWithAudit(deps, asked, rows);
  }),

  defineRoute(endpoints.myQuestions, async (asked, deps) => {
    const { id } = asked.member;
    const rows = await paginate(asked, newestFirst, (page) =>
      queries.findQuestionsByMember(deps.db, id, page),
    );
    return presentWithAudit(deps, asked, rows);
  }),

  defineRoute(endpoints.searchQuestionTitles, async (asked, deps) => {
    const { keyword, mine = false } = asked.query;
    const rows = await paginate(asked, newestFirst, (page) =>
      searchQuestions(deps.db, asked.member, { in: 'title', keyword, mine }, page),
    );
    return presentWithAudit(deps, asked, rows);
  }),

  defineRoute(endpoints.searchQuestionContents, async (asked, deps) => {
    const { keyword, mine = false } = asked.query;
    const rows = await paginate(asked, newestFirst, (page) =>
      searchQuestions(deps.db, asked.member, { in: 'content', keyword, mine }, page),
    );
    return presentWithAudit(deps, asked, rows);
  }),

  defineRoute(endpoints.getQuestion, (asked, deps) => showQuestion(deps, asked, asked.params.id)),

  defineRoute(endpoints.createQuestion, async (asked, deps) => {
    const question = await createQuestion(deps, asked.member.id, asked.body);
    // Not read again: the author's account may have been deleted meanwhile.
    return presentRow(deps, asked, { question, memberName: asked.member.name, answer: null });
  }),

  defineRoute(endpoints.updateQuestion, async (asked, deps) => {
    await updateQuestion(deps, asked.member, asked.params.id, asked.body, createAuditContext(asked, deps));
    return showQuestion(deps, asked, asked.params.id);
  }),

  defineRoute(endpoints.deleteQuestion, async (asked, deps) => {
    await deleteQuestion(deps, asked.member, asked.params.id, createAuditContext(asked, deps));
    return undefined;
  }),
];
