import * as z from 'zod/mini';
import { get, post, del } from '#platform/contract/endpoint.ts';
import { idParams, isoDateTime } from '#platform/contract/fields.ts';

/** An invitation link works once, and at most for this long. */
export const INVITATION_HOURS = 24;

const staffMember = z.strictObject({
  id: z.string(),
  loginId: z.string(),
  name: z.string(),
  createdAt: isoDateTime,
  /** Null when the login log, kept for three months, has no login of the admin. */
  lastLoginAt: z.nullable(isoDateTime),
  /** Whether this is the admin who sent the request. */
  isMe: z.boolean(),
});
export type StaffMember = z.output<typeof staffMember>;

const invitation = z.strictObject({ id: z.number(), createdBy: z.string(), expiresAt: isoDateTime });

export const staffEndpoints = {
  listStaff: get('/api/admin/staff', {
    summary: '관리자와 아직 쓰지 않은 초대',
    failed: '관리자 목록을 불러오지 못했습니다.',
    reads: ['staff'],
    response: z.strictObject({ staff: z.array(staffMember), invitations: z.array(invitation) }),
  }),
  inviteStaff: post('/api/admin/staff/invitation', {
    summary: '관리자를 초대하는 링크 만들기. 24시간 안에 한 번 사용할 수 있습니다.',
    changes: ['staff'],
    response: z.strictObject({ url: z.string(), expiresAt: isoDateTime }),
    status: 201,
  }),
  cancelInvitation: del('/api/admin/staff/invitation/{id}', {
    summary: '초대 취소. 이미 쓴 초대를 취소해도 성공합니다.',
    changes: ['staff'],
    params: idParams,
  }),
  revokeStaff: del('/api/admin/staff/{id}', {
    summary: '관리자 권한 회수. 모든 기기에서 로그아웃되고, 그 관리자가 만든 초대는 취소됩니다.',
    changes: ['staff'],
    answersRepeats: true,
    params: z.object({ id: z.uuid('잘못된 번호입니다.') }),
    errors: ['NOT_FOUND', 'LAST_ADMIN_ROLE'],
  }),
} as const;
