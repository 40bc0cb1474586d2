import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { isoMoment, keyword, limits, page, rowId } from './fields.ts';
import { text } from './text.ts';

export const questionMessages = {
  title: '제목을 입력해 주세요.',
  content: '내용을 입력해 주세요.',
  answer: '답변 내용을 입력해주세요.',
} as const;

const answer = z.strictObject({ id: z.number(), content: z.string(), createdAt: isoMoment });

export const question = z.strictObject({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  /** Masked for everyone but the author and admins. */
  memberName: z.string(),
  createdAt: isoMoment,
  answered: z.boolean(),
  answer: z.nullable(answer),
  /** Written by the member who asks. */
  mine: z.boolean(),
  secret: z.boolean(),
});
export type Question = z.output<typeof question>;

export const questionDraft = z.object({
  title: text({ label: '제목', max: limits.title, required: questionMessages.title }),
  content: text({ label: '내용', max: limits.content, required: questionMessages.content, multiline: true }),
  secret: z._default(z.optional(z.boolean()), false),
});

const answerDraft = z.object({
  content: text({
    label: '답변 내용',
    max: limits.content,
    required: questionMessages.answer,
    multiline: true,
  }),
});

const byId = z.object({ id: rowId });
const byAnswerId = z.object({ answerId: rowId });
const search = z.object({ keyword, ...page });

export const questionEndpoints = {
  listQuestions: endpoint({
    method: 'GET',
    path: '/api/question',
    summary: '문의 목록',
    access: 'optional',
    rateLimit: 'read',
    query: z.object(page),
    response: z.array(question),
  }),
  myQuestions: endpoint({
    method: 'GET',
    path: '/api/question/my',
    summary: '내 문의',
    access: 'member',
    rateLimit: 'read',
    query: z.object(page),
    response: z.array(question),
  }),
  searchQuestionTitles: endpoint({
    method: 'GET',
    path: '/api/question/search/title',
    summary: '제목으로 찾기',
    access: 'optional',
    rateLimit: 'search',
    query: search,
    response: z.array(question),
  }),
  searchQuestionContents: endpoint({
    method: 'GET',
    path: '/api/question/search/content',
    summary: '내용으로 찾기',
    access: 'optional',
    rateLimit: 'search',
    query: search,
    response: z.array(question),
  }),
  createQuestion: endpoint({
    method: 'POST',
    path: '/api/question',
    summary: '문의 쓰기',
    access: 'member',
    rateLimit: 'inquiry',
    body: questionDraft,
    response: question,
    status: 201,
  }),
  updateQuestion: endpoint({
    method: 'PUT',
    path: '/api/question/{id}',
    summary: '문의 고치기',
    access: 'member',
    rateLimit: 'write',
    params: byId,
    body: questionDraft,
    response: question,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  deleteQuestion: endpoint({
    method: 'DELETE',
    path: '/api/question/{id}',
    summary: '문의 지우기',
    access: 'member',
    rateLimit: 'write',
    params: byId,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  createAnswer: endpoint({
    method: 'POST',
    path: '/api/admin/question/{questionId}/answer',
    summary: '답변 등록',
    access: 'admin',
    rateLimit: 'write',
    params: z.object({ questionId: rowId }),
    body: answerDraft,
    response: answer,
    status: 201,
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  updateAnswer: endpoint({
    method: 'PUT',
    path: '/api/admin/question/answer/{answerId}',
    summary: '답변 고치기',
    access: 'admin',
    rateLimit: 'write',
    params: byAnswerId,
    body: answerDraft,
    response: answer,
    errors: ['NOT_FOUND'],
  }),
  deleteAnswer: endpoint({
    method: 'DELETE',
    path: '/api/admin/question/answer/{answerId}',
    summary: '답변 지우기',
    access: 'admin',
    rateLimit: 'write',
    params: byAnswerId,
    errors: ['NOT_FOUND'],
  }),
} as const;
