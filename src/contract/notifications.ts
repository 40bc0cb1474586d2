import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, isoDateTime, paginationParams } from './fields.ts';

/** An SMS about a new question or a new answer. */
export const notification = z.strictObject({
  id: z.number(),
  /** `QUESTION_ANSWERED` goes to the author, `QUESTION_ASKED` to the studio. */
  kind: z.enum(['QUESTION_ANSWERED', 'QUESTION_ASKED']),
  questionId: z.nullable(z.number()),
  /** The question author's name; null when the recipient is the studio. */
  memberName: z.nullable(z.string()),
  /**
   * `QUEUED`: waits to be sent. `SIMULATED`: written to the outbox file instead of being sent. `UNKNOWN`: the gateway's result is
   * unknown, so it is not resent automatically; an admin can resend it.
   */
  state: z.enum(['QUEUED', 'SENT', 'SIMULATED', 'FAILED', 'UNKNOWN']),
  attempts: z.number(),
  createdAt: isoDateTime,
  settledAt: z.nullable(isoDateTime),
});
export type Notification = z.output<typeof notification>;

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/admin/notification',
    summary: '문의 알림 문자와 발송 상태, 최신순',
    access: 'admin',
    rateLimit: 'read',
    query: z.object({
      ...paginationParams,
      /** Only messages that failed or whose result is unknown. */
      unsent: z.optional(z.literal('true', '잘못된 값입니다.')),
    }),
    response: z.array(notification),
  }),
  resendNotification: endpoint({
    method: 'POST',
    path: '/api/admin/notification/{id}/resend',
    summary: '발송하지 못한 알림 다시 보내기',
    access: 'admin',
    rateLimit: 'write',
    params: idParams,
    response: notification,
    errors: ['NOT_FOUND', 'ALREADY_SENT'],
  }),
};
