import * as z from 'zod/mini';
import { get, post, put, del } from '#platform/contract/endpoint.ts';
import { entityId, fieldLimits, idParams, keyword, paginationParams } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';
import { answer, booleanFlag, question } from './questions.ts';

export const answerDraft = z.object({
  content: textField({
    label: '답변 내용',
    max: fieldLimits.content,
    required: '답변 내용을 입력해주세요.',
    multiline: true,
  }),
});

const answerIdParams = z.object({ answerId: entityId });

/** Filters of the admins' list, combined with AND. The keyword is a part of the title, the content or the author's name. */
const adminFilters = {
  keyword: z.optional(keyword),
  id: z.optional(entityId),
  member: z.optional(z.uuid('회원을 찾을 수 없습니다.')),
} as const;

export const adminQuestionEndpoints = {
  adminQuestions: get('/api/admin/question', {
    summary:
      '문의 관리 목록: 답변 대기 중인 문의를 오래된 순으로, 이어서 답변 완료된 문의를 최신순으로 표시합니다.',
    failed: '문의 목록을 불러오지 못했습니다.',
    reads: ['questions'],
    query: z.object({ answered: booleanFlag, ...adminFilters, ...paginationParams }),
    response: z.array(question),
  }),
  countQuestions: get('/api/admin/question/counts', {
    summary: '답변 대기 중인 문의와 답변한 문의 수',
    reads: ['questions'],
    query: z.object(adminFilters),
    response: z.strictObject({ waiting: z.number(), answered: z.number() }),
  }),
  changeVisibility: put('/api/admin/question/{id}/secret', {
    summary: '문의를 비밀글로 바꾸거나 공개하기. 메시지 설정에 따라 작성자에게 알립니다.',
    changes: ['questions', 'messages'],
    params: idParams,
    /** `seen`: the texts that the admin was shown; CHANGED_MEANWHILE when they are others now. */
    body: z.object({ secret: z.boolean(), seen: z.object({ title: z.string(), content: z.string() }) }),
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  }),
  createAnswer: post('/api/admin/question/{questionId}/answer', {
    summary: '답변 등록',
    changes: ['questions', 'messages'],
    params: z.object({ questionId: entityId }),
    body: answerDraft,
    response: answer,
    status: 201,
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  updateAnswer: put('/api/admin/question/answer/{answerId}', {
    summary: '답변 수정',
    changes: ['questions'],
    params: answerIdParams,
    body: answerDraft,
    response: answer,
    errors: ['NOT_FOUND'],
  }),
  deleteAnswer: del('/api/admin/question/answer/{answerId}', {
    summary: '답변 삭제',
    failed: '삭제 중 오류가 발생했습니다.',
    changes: ['questions', 'messages'],
    answersRepeats: true,
    params: answerIdParams,
    errors: ['NOT_FOUND'],
  }),
} as const;
