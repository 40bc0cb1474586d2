import { questionEndpoints as endpoints } from '#contract/questions.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { changeBy } from '#server/http/record-audit.ts';
import { readAdminCursor, writeAdminCursor } from './admin-cursor.ts';
import { presentAnswer } from './present-question.ts';
import { findForAdmins } from './queries.ts';
import { showQuestions } from './show-questions.ts';
import { createAnswer, deleteAnswer, updateAnswer } from './write-answer.ts';

const waitingFirst = { read: readAdminCursor, write: writeAdminCursor };

export const adminQuestionRoutes: readonly Implementation[] = [
  implement(endpoints.adminQuestions, async (asked, deps) => {
    const { answered } = asked.query;
    const rows = await readPage(asked, waitingFirst, (page) => findForAdmins(deps.db, answered, page));
    return showQuestions(deps, asked, rows);
  }),

  implement(endpoints.createAnswer, async (asked, deps) => {
    const { questionId } = asked.params;
    return presentAnswer(await createAnswer(deps.db, questionId, asked.body.content, changeBy(asked, deps)));
  }),

  implement(endpoints.updateAnswer, async (asked, deps) => {
    const { answerId } = asked.params;
    return presentAnswer(await updateAnswer(deps.db, answerId, asked.body.content, changeBy(asked, deps)));
  }),

  implement(endpoints.deleteAnswer, async (asked, deps) => {
    await deleteAnswer(deps.db, asked.params.answerId, changeBy(asked, deps));
    return undefined;
  }),
];
