import * as z from 'zod/mini';
import { shootType } from '#core/content/contract/categories.ts';
import { note, noteBody } from '#core/notes/contract/notes.ts';
import { del, get, post, put } from '#platform/contract/endpoint.ts';
import {
  idParams,
  isoDateTime,
  fieldLimits,
  memberName,
  fieldMessages,
  paginationParams,
  submittedPassword,
} from '#platform/contract/fields.ts';
import { calendarDate } from '#platform/contract/seoul-time.ts';
import { optionalTextField, textField } from '#platform/contract/text/text-field.ts';
import {
  changeReason,
  detailConstraints,
  meetingTime,
  reservation,
  reservationActions,
  reservationState,
  expectedReservation,
  slotErrors,
} from './reservations.ts';

/** Stands in for the name of a customer without an account whose data was deleted. */
export const ERASED_CALLER = '삭제한 고객';

export const adminReservation = z.extend(reservation, {
  /** The unmasked name, or what stands in for it after the customer's data was deleted. */
  memberName: z.string(),
  /** An admin entered the reservation for a customer without an account. */
  isGuest: z.boolean(),
});
export type AdminReservation = z.output<typeof adminReservation>;

export const listedReservation = z.extend(adminReservation, {
  /** Null for a customer without one, and after the account or the customer's data was deleted. */
  phoneNumber: z.nullable(z.string()),
});
export type ListedReservation = z.output<typeof listedReservation>;

const reservationEvent = z.strictObject({
  action: z.enum(reservationActions),
  actor: z.enum(['MEMBER', 'ADMIN']),
  /** Login id of the admin who made the change; null when the member made it, or when no login id is known, as for a deleted admin. */
  by: z.nullable(z.string()),
  /** Date and slot of the meeting before the change. */
  ...meetingTime,
  reason: z.string(),
  at: isoDateTime,
});
export type ReservationEvent = z.output<typeof reservationEvent>;

export const reservationDetail = z.extend(listedReservation, {
  /** The member, or the customer who booked by phone; null after their data was deleted. */
  customerId: z.nullable(z.uuid()),
  /** The package that the customer chose, as it was then; null when none was chosen. */
  package: z.nullable(z.strictObject({ name: z.string(), priceWon: z.nullable(z.number()) })),
  /** Oldest first. */
  history: z.array(reservationEvent),
  /** Ids of the reference pictures. */
  pictureIds: z.array(z.string()),
  note: z.nullable(note),
});
export type ReservationDetail = z.output<typeof reservationDetail>;

/** Query filters of reservations, combined with AND. */
export const reservationFilters = {
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  shootType: z.optional(shootType),
  state: z.optional(reservationState),
  /** Only reservations in state BOOKED whose meeting has begun. */
  unsettled: z.optional(z.literal('true', '잘못된 값입니다.')),
  /** Only reservations made on this date in Seoul. */
  createdOn: z.optional(calendarDate),
  member: z.optional(z.uuid('회원을 찾을 수 없습니다.')),
} as const;

/** `date-…` sorts by the meeting's date and slot, `created-desc` by creation time. The first value is the default. */
export const reservationSorts = ['date-desc', 'date-asc', 'created-desc'] as const;
export type ReservationSort = (typeof reservationSorts)[number];
const listParams = {
  ...reservationFilters,
  sort: z._default(z.optional(z.enum(reservationSorts, '정렬 순서를 확인해 주세요.')), 'date-desc'),
  ...paginationParams,
} as const;

/** A phone number of 9 to 11 digits that starts with 0. Hyphens and white space are removed before validation. */
const customerPhone = z.string('전화번호를 확인해 주세요.').check(
  z.overwrite((value) => value.replaceAll(/[\s-]/g, '')),
  z.refine((value) => /^0[0-9]{8,10}$/.test(value), '전화번호를 확인해 주세요.'),
);

/** How many reservations deleting a caller affects. */
const callerPreview = z.strictObject({
  /** Number of reservations by phone of this reservation's customer. */
  reservations: z.number(),
  /** Number of those that are booked and whose meeting has not begun. */
  upcomingReservations: z.number(),
});
export type CallerPreview = z.output<typeof callerPreview>;

const phoneReservationFacts = {
  guestName: memberName,
  phoneNumber: z.optional(customerPhone),
  shootType,
  desiredShootDate: optionalTextField(detailConstraints.desiredShootDate),
  location: optionalTextField(detailConstraints.location),
  notes: optionalTextField(detailConstraints.notes),
} as const;

/** Body for a reservation that an admin enters for a customer without an account. */
export const phoneReservation = z.object({ ...phoneReservationFacts, ...meetingTime });

/**
 * All that can be corrected of such a reservation. Without a phone number it has none afterwards. `seen`: the facts that the admin
 * was shown; CHANGED_MEANWHILE when they are others now.
 */
export const phoneReservationCorrection = z.object({
  ...phoneReservationFacts,
  seen: z.optional(z.object(phoneReservationFacts)),
});

export const searchKeywords = {
  name: textField({ label: '이름', max: fieldLimits.keyword, required: fieldMessages.name }),
  code: textField({ label: '예약 번호', max: 50, required: '예약 번호를 입력해 주세요.' }),
} as const;

const search = {
  failed: '검색 중 오류가 발생했습니다.',
  reads: ['reservations'],
  rateLimit: 'search',
  response: z.array(listedReservation),
} as const;

export const adminReservationEndpoints = {
  adminReservations: get('/api/admin/reservation', {
    summary: '모든 예약',
    failed: '예약 정보를 불러오는 데 실패했습니다.',
    reads: ['reservations'],
    query: z.object(listParams),
    response: z.array(listedReservation),
  }),
  searchReservationsByName: get('/api/admin/reservation/search/name', {
    ...search,
    summary: '예약자 이름으로 검색',
    query: z.object({ name: searchKeywords.name, ...listParams }),
  }),
  searchReservationsByCode: get('/api/admin/reservation/search/code', {
    ...search,
    summary: '예약 번호로 검색. 대소문자와 하이픈은 구분하지 않습니다.',
    query: z.object({ code: searchKeywords.code, ...listParams }),
  }),
  exportReservations: get('/api/admin/reservation/export', {
    summary: '예약을 CSV로 내려받기. 10,000건까지 포함하고, 더 있으면 마지막 줄에 표시합니다.',
    failed: 'CSV 파일을 내려받지 못했습니다.',
    rateLimit: 'search',
    query: z.object(reservationFilters),
    produces: 'text/csv',
    response: z.string(),
  }),
  reservationDetail: get('/api/admin/reservation/{id}', {
    summary: '예약 한 건과 변경 기록, 메모',
    failed: '예약 정보를 불러오는 데 실패했습니다.',
    reads: ['reservations', 'notes'],
    params: idParams,
    response: reservationDetail,
    errors: ['NOT_FOUND'],
  }),
  callerPreview: get('/api/admin/reservation/{id}/caller', {
    summary: '전화로 예약한 고객의 정보를 삭제할 때 해당하는 예약 수',
    params: idParams,
    response: callerPreview,
    errors: ['NOT_FOUND'],
  }),
  deleteCaller: del('/api/admin/reservation/{id}/caller', {
    summary:
      '요청한 고객의 정보 삭제. 이 고객이 전화로 한 모든 예약에서 삭제합니다. 관리자의 현재 비밀번호가 필요합니다.',
    failed: '고객 정보를 삭제하지 못했습니다.',
    changes: ['reservations'],
    answersRepeats: true,
    params: idParams,
    body: z.object({ password: submittedPassword }),
    errors: ['PASSWORD_WRONG', 'NOT_FOUND'],
  }),
  createPhoneReservation: post('/api/admin/reservation', {
    summary: '전화나 메시지로 받은 예약 등록. Idempotency-Key 헤더로 두 번 보내도 한 번만 등록됩니다.',
    failed: '예약 중 오류가 발생했습니다.',
    changes: ['reservations'],
    body: phoneReservation,
    response: reservationDetail,
    status: 201,
    errors: [...slotErrors, 'KEY_REUSED'],
  }),
  correctPhoneReservation: put('/api/admin/reservation/{id}/details', {
    summary:
      '전화 예약의 정보 수정. 휴대폰 번호가 바뀌고 미팅이 시작되지 않았으면 새 번호로 예약 안내를 보냅니다.',
    failed: '예약 정보를 수정하지 못했습니다.',
    changes: ['reservations'],
    params: idParams,
    body: phoneReservationCorrection,
    response: reservationDetail,
    errors: ['NOT_FOUND', 'CHANGED_MEANWHILE'],
  }),
  saveReservationNote: put('/api/admin/reservation/{id}/note', {
    summary: '예약 메모 저장. 빈 내용을 보내면 삭제합니다. 고객의 정보를 삭제한 예약에는 저장할 수 없습니다.',
    changes: ['notes'],
    params: idParams,
    body: noteBody,
    response: z.nullable(note),
    errors: ['NOT_FOUND', 'NOTE_CHANGED'],
  }),
  changeReservationState: post('/api/admin/reservation/{id}/state', {
    summary:
      '예약 상태 변경. 취소하면 그 시간을 바로 예약할 수 있고, 복구하려면 그 시간이 비어 있어야 합니다.',
    changes: ['reservations'],
    params: idParams,
    body: z.object({ state: reservationState, reason: changeReason, seen: z.optional(expectedReservation) }),
    response: reservationDetail,
    errors: ['NOT_FOUND', 'SLOT_TAKEN', 'NOT_BOOKED', 'TOO_EARLY', 'CHANGED_MEANWHILE'],
  }),
  adminMoveReservation: post('/api/admin/reservation/{id}/move', {
    summary: '예약 시간 변경',
    changes: ['reservations'],
    params: idParams,
    body: z.object({ ...meetingTime, reason: changeReason, seen: z.optional(expectedReservation) }),
    response: reservationDetail,
    errors: ['NOT_FOUND', 'NOT_BOOKED', ...slotErrors, 'CHANGED_MEANWHILE'],
  }),
} as const;
