import * as z from 'zod/mini';
import { withdrawalPreview } from '#core/auth/contract/members.ts';
import { note, noteBody } from '#core/notes/contract/notes.ts';
import { del, get, put } from '#platform/contract/endpoint.ts';
import { fieldLimits, isoDateTime, paginationParams, submittedPassword } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';

const memberSummary = z.strictObject({
  id: z.uuid(),
  /** For a social member the provider's account, such as `카카오 계정`. */
  loginId: z.string(),
  name: z.string(),
  /** Empty for a member without a number, such as an admin. */
  phoneNumber: z.string(),
  joinedAt: isoDateTime,
  /** Numbers of reservations and questions, of any state. */
  reservations: z.number(),
  questions: z.number(),
});
export type MemberSummary = z.output<typeof memberSummary>;

const memberParams = z.object({ memberId: z.uuid('회원을 찾을 수 없습니다.') });

export const adminMemberEndpoints = {
  memberSummaries: get('/api/admin/members', {
    summary: '회원과 예약·문의 수, 최근에 가입한 순서로. 이름의 일부로 검색할 수 있습니다.',
    failed: '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.',
    reads: ['members'],
    query: z.object({
      name: z.optional(textField({ label: '이름', max: fieldLimits.keyword })),
      ...paginationParams,
    }),
    response: z.array(memberSummary),
  }),
  deletionPreview: get('/api/admin/members/{memberId}/deletion-preview', {
    summary: '회원을 삭제하면 취소될 예약과 삭제될 문의 수',
    params: memberParams,
    response: withdrawalPreview,
    errors: ['NOT_FOUND'],
  }),
  deleteMember: del('/api/admin/members/{memberId}', {
    summary: '요청한 회원 삭제. 회원이 탈퇴할 때와 같습니다. 관리자의 현재 비밀번호가 필요합니다.',
    failed: '회원을 삭제하지 못했습니다.',
    changes: ['members', 'questions', 'reservations'],
    answersRepeats: true,
    params: memberParams,
    body: z.object({ password: submittedPassword }),
    errors: ['PASSWORD_WRONG', 'NOT_FOUND', 'ADMIN_ACCOUNT'],
  }),
  saveMemberNote: put('/api/admin/members/{memberId}/note', {
    summary: '회원 메모 저장. 빈 내용을 보내면 삭제합니다.',
    changes: ['notes'],
    params: memberParams,
    body: noteBody,
    response: z.nullable(note),
    errors: ['NOT_FOUND', 'NOTE_CHANGED'],
  }),
} as const;
