import { questionEndpoints } from '#contract/questions.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { byId, readPage } from '#server/http/paging.ts';
import { findQuestions } from './queries.ts';

export const questionRoutes: readonly Implementation[] = [
  implement(questionEndpoints.listQuestions, (asked, { db }) =>
    readPage(asked, byId, (page) => findQuestions(db, asked.member, page)),
  ),
];
