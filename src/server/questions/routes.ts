import { questionEndpoints } from '#contract/questions.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { MAX_PAGE, readIdCursor } from '#server/http/paging.ts';
import { findQuestions } from './queries.ts';

export const questionRoutes: readonly Implementation[] = [
  implement(questionEndpoints.listQuestions, async ({ query, member, linkNext }, { db }) => {
    const limit = query.limit ?? MAX_PAGE;
    const questions = await findQuestions(db, member, { limit, before: readIdCursor(query.cursor) });
    const last = questions.at(-1);
    if (last !== undefined && questions.length === limit) linkNext(String(last.id));
    return questions;
  }),
];
