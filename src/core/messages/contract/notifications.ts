import * as z from 'zod/mini';
import { get, post } from '#platform/contract/endpoint.ts';
import { entityId, idParams, isoDateTime, paginationParams } from '#platform/contract/fields.ts';
import { reviewStates } from './alimtalk-settings.ts';

/** The name of a kind of message. Each feature declares its own, and the OpenAPI document lists all. */
export const messageKind = z.string();

/** An SMS, alimtalk or e-mail that was queued, and what became of it. */
export const notification = z.strictObject({
  id: z.number(),
  kind: messageKind,
  /** What it is about, in a few Korean words. */
  label: z.string(),
  /**
   * The text as it was or will be sent, of an e-mail without its link. Null unless the list is of one reservation, and when data in it was
   * deleted.
   */
  text: z.nullable(z.string()),
  questionId: z.nullable(z.number()),
  reservationId: z.nullable(z.number()),
  isToStudio: z.boolean(),
  /** The customer's name; null when the recipient is the studio or a member whose account was deleted. */
  memberName: z.nullable(z.string()),
  /**
   * `QUEUED`: waits to be sent. `SENT`: accepted by the provider. `DELIVERED`: the provider reports that it arrived. `SIMULATED`: written
   * to the outbox file instead of being sent. `UNKNOWN`: there is no result yet. Unless it is an e-mail, the site asks for the result
   * and may send the message again when the provider does not have it. `SUPERSEDED`: no longer to be sent, because the reservation changed
   * or the version of the document was withdrawn, the meeting or the effective date came first (`EXPIRED`) or the recipient's data was
   * deleted (`WITHDRAWN`).
   */
  state: z.enum(['QUEUED', 'SENT', 'DELIVERED', 'SIMULATED', 'FAILED', 'UNKNOWN', 'SUPERSEDED']),
  /** The channel by which the provider accepted it; null unless it did. */
  channel: z.nullable(z.enum(['SMS', 'ALIMTALK', 'EMAIL'])),
  /** Whether an SMS replaced the alimtalk. `state` is then that of the SMS. */
  isReplaced: z.boolean(),
  /**
   * Why, if known, it failed, was refused, replaced or superseded, or has no result: `NO_NUMBER`, `WITHDRAWN`, `EXPIRED`, `UNREACHED`,
   * `NO_RESPONSE`, `HTTP_…`, `SMTP_…` or the provider's code.
   */
  resultCode: z.nullable(z.string()),
  /** When it is sent next, or when the provider is asked what became of a message whose result is unknown; null if neither. */
  nextAt: z.nullable(isoDateTime),
  attempts: z.number(),
  createdAt: isoDateTime,
  settledAt: z.nullable(isoDateTime),
});
export type Notification = z.output<typeof notification>;

/** A message as a customer would get it, with made-up values. */
const messageExample = z.strictObject({
  kind: messageKind,
  label: z.string(),
  /** The values by the names of the variables in templates. */
  values: z.record(z.string(), z.string()),
  sms: z.string(),
  /** In EUC-KR; an SMS has at most 90. */
  smsBytes: z.number(),
  /** Its alimtalk; null for messages that are sent as SMS only. */
  alimtalk: z.nullable(
    z.strictObject({
      text: z.string(),
      review: z.enum(reviewStates),
      /** Whether it is sent instead of the SMS. */
      isSent: z.boolean(),
    }),
  ),
});
export type MessageExample = z.output<typeof messageExample>;

export const notificationEndpoints = {
  listNotifications: get('/api/admin/notification', {
    summary: '보낸 메시지와 그 결과, 최신순',
    failed: '메시지 기록을 불러오지 못했습니다.',
    reads: ['reservations', 'messages'],
    query: z.object({
      ...paginationParams,
      /** Only messages that failed, wait for a further attempt or have an unknown result, except notices that an account was deleted. */
      unsent: z.optional(z.literal('true', '잘못된 값입니다.')),
      /** Only messages about the reservation or the question with this id. */
      reservation: z.optional(entityId),
      question: z.optional(entityId),
    }),
    response: z.array(notification),
  }),
  resendNotification: post('/api/admin/notification/{id}/resend', {
    summary: '발송하지 못한 알림 다시 보내기',
    changes: ['messages'],
    params: idParams,
    response: notification,
    errors: ['NOT_FOUND', 'ALREADY_SENT'],
  }),
  listMessageTexts: get('/api/admin/notification/texts', {
    summary: '고객이 받는 메시지의 예: 초안을 포함한 설정으로 만든 문자와 알림톡',
    failed: '메시지를 불러오지 못했습니다.',
    response: z.array(messageExample),
  }),
  reportDelivery: post('/api/message-reports', {
    summary: '문자 업체의 발송 결과 웹훅. 내용은 믿지 않고, 아는 메시지이면 결과를 다시 조회합니다.',
    access: 'public',
    rateLimit: 'read',
    body: z
      .array(z.object({ messageId: z.string().check(z.regex(/^[!-~]{0,100}$/)) }))
      .check(z.maxLength(1_000)),
  }),
};
