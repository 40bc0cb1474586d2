import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { entityId, idParams, isoDateTime, paginationParams } from './fields.ts';

/** What a message is about. `QUESTION_ASKED` and `NEW_RESERVATION` go to the studio, the others to the customer. */
export const notificationKinds = [
  'QUESTION_ANSWERED',
  'QUESTION_ASKED',
  'RESERVATION_BOOKED',
  'RESERVATION_MOVED',
  'RESERVATION_CANCELLED',
  'RESERVATION_REOPENED',
  'REMINDER_DAY_BEFORE',
  'REMINDER_HOURS_BEFORE',
  'NEW_RESERVATION',
] as const;

/** An SMS about a question or a reservation. */
export const notification = z.strictObject({
  id: z.number(),
  kind: z.enum(notificationKinds),
  questionId: z.nullable(z.number()),
  reservationId: z.nullable(z.number()),
  /** The customer's name; null when the recipient is the studio or the account was deleted. */
  memberName: z.nullable(z.string()),
  /**
   * `QUEUED`: waits to be sent. `SIMULATED`: written to the outbox file instead of being sent. `UNKNOWN`: the gateway's result is
   * unknown, so it is not resent automatically; an admin can resend it. `SUPERSEDED`: not sent, because the reservation changed
   * first or its meeting began.
   */
  state: z.enum(['QUEUED', 'SENT', 'SIMULATED', 'FAILED', 'UNKNOWN', 'SUPERSEDED']),
  attempts: z.number(),
  createdAt: isoDateTime,
  settledAt: z.nullable(isoDateTime),
});
export type Notification = z.output<typeof notification>;

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/admin/notification',
    summary: '알림 문자와 발송 상태, 최신순',
    access: 'admin',
    rateLimit: 'read',
    query: z.object({
      ...paginationParams,
      /** Only messages that failed or whose result is unknown. */
      unsent: z.optional(z.literal('true', '잘못된 값입니다.')),
      /** Only messages about the reservation with this id. */
      reservation: z.optional(entityId),
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
