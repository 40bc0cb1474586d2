import * as z from 'zod/mini';
import { get, del } from '#platform/contract/endpoint.ts';
import { idParams, isoDateTime, keyword, paginationParams } from '#platform/contract/fields.ts';

export const answer = z.strictObject({ id: z.number(), content: z.string(), createdAt: isoDateTime });
export type Answer = z.output<typeof answer>;

export const question = z.strictObject({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  /** The author's name, masked for everyone except the author and admins. */
  memberName: z.string(),
  createdAt: isoDateTime,
  answered: z.boolean(),
  answer: z.nullable(answer),
  /** The caller is the author. */
  mine: z.boolean(),
  secret: z.boolean(),
  /** Whether the author requested a message (KakaoTalk or SMS) when the question is answered. Always false for other callers. */
  notify: z.boolean(),
});
export type Question = z.output<typeof question>;

export const booleanFlag = z.optional(
  z.stringbool({ truthy: ['true'], falsy: ['false'], error: '잘못된 값입니다.' }),
);
const search = {
  failed: '검색 중 오류가 발생했습니다.',
  access: 'optional',
  rateLimit: 'search',
  /** `mine=true` returns only the caller's questions, and an empty list without a session. */
  query: z.object({ keyword, mine: booleanFlag, ...paginationParams }),
  response: z.array(question),
} as const;

export const questionEndpoints = {
  listQuestions: get('/api/question', {
    summary: '문의 목록',
    failed: '문의 목록을 불러오지 못했습니다.',
    reads: ['questions'],
    access: 'optional',
    query: z.object(paginationParams),
    response: z.array(question),
  }),
  myQuestions: get('/api/question/my', {
    summary: '내 문의',
    failed: '문의 목록을 불러오지 못했습니다.',
    access: 'member',
    query: z.object(paginationParams),
    response: z.array(question),
  }),
  searchQuestionTitles: get('/api/question/search/title', { summary: '제목으로 검색', ...search }),
  searchQuestionContents: get('/api/question/search/content', { summary: '내용으로 검색', ...search }),
  getQuestion: get('/api/question/{id}', {
    summary: '문의 한 건',
    failed: '요청 처리 중 오류가 발생했습니다.',
    reads: ['questions'],
    access: 'optional',
    params: idParams,
    response: question,
    errors: ['NOT_FOUND'],
  }),
  deleteQuestion: del('/api/question/{id}', {
    summary: '문의 삭제',
    failed: '삭제 중 오류가 발생했습니다.',
    changes: ['questions'],
    access: 'member',
    answersRepeats: true,
    params: idParams,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
