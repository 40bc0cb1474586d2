import { refuse } from '#contract/errors.ts';
import type { Question } from '#contract/questions.ts';
import { questionEndpoints as endpoints } from '#contract/questions.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import type { Deps } from '#server/deps.ts';
import { byId, readPage } from '#server/http/paging.ts';
import { changeBy } from '#server/http/record-audit.ts';
import type { QuestionRow } from './present-question.ts';
import * as queries from './queries.ts';
import { searchQuestions } from './search-questions.ts';
import { showQuestions } from './show-questions.ts';
import type { Asking } from './show-questions.ts';
import { createQuestion, deleteQuestion, updateQuestion } from './write-question.ts';

const newestFirst = { read: byId.read, write: ({ question }: QuestionRow) => byId.write(question) };

const showRow = async (deps: Deps, asked: Asking, row: QuestionRow): Promise<Question> => {
  const [shown] = await showQuestions(deps, asked, [row]);
  if (shown === undefined) throw refuse('NOT_FOUND');
  return shown;
};

const showQuestion = async (deps: Deps, asked: Asking, id: number): Promise<Question> => {
  const row = await queries.findQuestion(deps.db, id);
  if (row === null) throw refuse('NOT_FOUND');
  return showRow(deps, asked, row);
};

export const questionRoutes: readonly Implementation[] = [
  implement(endpoints.listQuestions, async (asked, deps) => {
    const rows = await readPage(asked, newestFirst, (page) => queries.findQuestions(deps.db, page));
    return showQuestions(deps, asked, rows);
  }),

  implement(endpoints.myQuestions, async (asked, deps) => {
    const { id } = asked.member;
    const rows = await readPage(asked, newestFirst, (page) =>
      queries.findQuestionsByMember(deps.db, id, page),
    );
    return showQuestions(deps, asked, rows);
  }),

  implement(endpoints.searchQuestionTitles, async (asked, deps) => {
    const { keyword, mine = false } = asked.query;
    const rows = await readPage(asked, newestFirst, (page) =>
      searchQuestions(deps.db, asked.member, { in: 'title', keyword, mine }, page),
    );
    return showQuestions(deps, asked, rows);
  }),

  implement(endpoints.searchQuestionContents, async (asked, deps) => {
    const { keyword, mine = false } = asked.query;
    const rows = await readPage(asked, newestFirst, (page) =>
      searchQuestions(deps.db, asked.member, { in: 'content', keyword, mine }, page),
    );
    return showQuestions(deps, asked, rows);
  }),

  implement(endpoints.getQuestion, (asked, deps) => showQuestion(deps, asked, asked.params.id)),

  implement(endpoints.createQuestion, async (asked, deps) => {
    const question = await createQuestion(deps, asked.member.id, asked.body);
    // Not read again: the author may have withdrawn meanwhile.
    return showRow(deps, asked, { question, memberName: asked.member.name, answer: null });
  }),

  implement(endpoints.updateQuestion, async (asked, deps) => {
    await updateQuestion(deps, asked.member, asked.params.id, asked.body, changeBy(asked, deps));
    return showQuestion(deps, asked, asked.params.id);
  }),

  implement(endpoints.deleteQuestion, async (asked, deps) => {
    await deleteQuestion(deps, asked.member, asked.params.id, changeBy(asked, deps));
    return undefined;
  }),
];
