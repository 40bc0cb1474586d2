import * as z from 'zod/mini';
import { notification } from '#core/messages/contract/notifications.ts';
import { note } from '#core/notes/contract/notes.ts';
import { adminReservation } from '#features/reservations/contract/admin-reservations.ts';
import { get, post } from '#platform/contract/endpoint.ts';
import { entityId, fieldLimits, isoDateTime, paginationParams } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';

/** A member, or somebody who books by phone. `id` is the member's id, or another one that their reservations share. */
export const customerSummary = z.strictObject({
  id: z.uuid(),
  /** Of a customer without an account, name and number of the latest reservation. */
  name: z.string(),
  phoneNumber: z.nullable(z.string()),
  isMember: z.boolean(),
  /** Number of reservations, of any state. */
  reservations: z.number(),
});
export type CustomerSummary = z.output<typeof customerSummary>;

/** The reservations that a customer made by phone under one name and number. */
const caller = z.strictObject({
  name: z.string(),
  phoneNumber: z.nullable(z.string()),
  reservations: z.number(),
  /** Id of the latest of them. */
  reservationId: z.number(),
});
export type Caller = z.output<typeof caller>;

const customer = z.extend(customerSummary, {
  noShows: z.number(),
  questions: z.number(),
  /** Null for a customer without an account. */
  account: z.nullable(z.strictObject({ loginId: z.string(), joinedAt: isoDateTime, note: z.nullable(note) })),
  /** Newest first. */
  callers: z.array(caller),
  /** Other customers with one of this customer's phone numbers, who may be the same person. */
  sameNumber: z.array(customerSummary),
});
export type Customer = z.output<typeof customer>;

/** A reservation, an inquiry or a message; the others are null. */
const timelineEntry = z.strictObject({
  at: isoDateTime,
  reservation: z.nullable(adminReservation),
  question: z.nullable(z.strictObject({ id: z.number(), title: z.string(), answered: z.boolean() })),
  message: z.nullable(notification),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

const customerId = z.uuid('고객을 찾을 수 없습니다.');
const params = z.object({ customerId });

export const customerEndpoints = {
  customers: get('/api/admin/customers', {
    summary: '고객: 회원과 전화로 예약한 사람, 최근에 등록한 순서로. 이름의 일부로 검색할 수 있습니다.',
    failed: '고객 목록을 불러오지 못했습니다.',
    reads: ['members', 'reservations'],
    query: z.object({
      name: z.optional(textField({ label: '이름', max: fieldLimits.keyword })),
      ...paginationParams,
    }),
    response: z.array(customerSummary),
  }),
  customerTimeline: get('/api/admin/customers/timeline', {
    summary: '고객의 예약, 문의, 메시지, 최신순',
    failed: '고객의 기록을 불러오지 못했습니다.',
    reads: ['reservations', 'questions', 'messages'],
    query: z.object({ customer: customerId, ...paginationParams }),
    response: z.array(timelineEntry),
  }),
  customer: get('/api/admin/customers/{customerId}', {
    summary: '고객 한 명, 합친 전화 예약과 같은 번호의 다른 고객',
    failed: '고객 정보를 불러오지 못했습니다.',
    reads: ['members', 'notes', 'reservations', 'questions'],
    params,
    response: customer,
    errors: ['NOT_FOUND'],
  }),
  mergeCustomers: post('/api/admin/customers/{customerId}/merge', {
    summary: '전화로 예약한 다른 고객을 이 고객과 합치기. 회원의 정보와 회원이 보는 예약은 바뀌지 않습니다.',
    failed: '고객을 합치지 못했습니다.',
    changes: ['reservations'],
    params,
    /** `callerId`: id of a customer without an account. */
    body: z.object({ callerId: customerId }),
    errors: ['NOT_FOUND'],
  }),
  separateCustomer: post('/api/admin/customers/{customerId}/separate', {
    summary: '이 고객과 합친 전화 예약 가운데 이 예약과 이름과 번호가 같은 것을 다른 고객으로 나누기',
    failed: '고객을 나누지 못했습니다.',
    changes: ['reservations'],
    params,
    body: z.object({ reservationId: entityId }),
    errors: ['NOT_FOUND'],
  }),
} as const;
