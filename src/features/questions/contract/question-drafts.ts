import * as z from 'zod/mini';
import { post, put } from '#platform/contract/endpoint.ts';
import { fieldLimits, idParams } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';
import { question } from './questions.ts';

export const questionDraft = z.object({
  title: textField({ label: '제목', max: fieldLimits.title, required: '제목을 입력해 주세요.' }),
  content: textField({
    label: '내용',
    max: fieldLimits.content,
    required: '내용을 입력해 주세요.',
    multiline: true,
  }),
  /** 비밀글: only the author and admins can read it or find it by search. */
  secret: z._default(z.optional(z.boolean()), false),
  /** The author asks for a message (KakaoTalk or SMS) when it is answered. The studio's and the member's settings can suppress it. */
  notify: z._default(z.optional(z.boolean()), false),
});
export type QuestionDraft = z.output<typeof questionDraft>;

/** Not part of `questionEndpoints`, because public pages load those. */
export const questionDraftEndpoints = {
  createQuestion: post('/api/question', {
    summary: '문의 등록',
    failed: '요청 처리 중 오류가 발생했습니다.',
    changes: ['questions'],
    access: 'member',
    rateLimit: 'question',
    body: questionDraft,
    response: question,
    status: 201,
    errors: ['CONSENT_NEEDED'],
  }),
  updateQuestion: put('/api/question/{id}', {
    summary: '문의 수정',
    failed: '요청 처리 중 오류가 발생했습니다.',
    changes: ['questions'],
    access: 'member',
    params: idParams,
    body: questionDraft,
    response: question,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
