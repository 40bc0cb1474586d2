import * as z from 'zod/mini';
import { shootType } from '#core/content/contract/categories.ts';
import { get, post, del } from '#platform/contract/endpoint.ts';
import {
  entityId,
  idParams,
  isoDateTime,
  fieldLimits,
  MAX_VERSION,
  paginationParams,
} from '#platform/contract/fields.ts';
import { calendarDate, calendarMonth } from '#platform/contract/seoul-time.ts';
import { optionalTextField, textField } from '#platform/contract/text/text-field.ts';
import { bookingAnswer, bookingQuestion, givenAnswer, MAX_QUESTIONS } from './booking-questions.ts';
import { slot } from './slots.ts';

/** On screen: 예약 확정, 완료, 취소, 노쇼. A reservation occupies its slot in every state except CANCELLED. */
export const reservationStates = ['BOOKED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const;
export type ReservationState = (typeof reservationStates)[number];
export const reservationState = z.enum(reservationStates, '상태를 확인해 주세요.');

/** `CORRECTED`: the studio changed the phone number of a phone reservation. */
export const reservationActions = [
  'MOVED',
  'CANCELLED',
  'COMPLETED',
  'NO_SHOW',
  'REOPENED',
  'CORRECTED',
] as const;
export type ReservationAction = (typeof reservationActions)[number];

export const detailConstraints = {
  desiredShootDate: { label: '희망 촬영 날짜', max: fieldLimits.desiredShootDate },
  location: { label: '촬영 장소', max: fieldLimits.location },
  notes: { label: '요청 사항', max: fieldLimits.notes, multiline: true },
} as const;

export const reservationDetails = z.object({
  desiredShootDate: textField({
    ...detailConstraints.desiredShootDate,
    required: '희망 촬영 날짜를 입력해 주세요.',
  }),
  location: textField({ ...detailConstraints.location, required: '촬영 장소를 입력해 주세요.' }),
  notes: optionalTextField(detailConstraints.notes),
});

/** How a meeting takes place: in the studio or by phone. */
export const meetingKind = z.enum(['VISIT', 'PHONE'], '미팅 방법을 선택해 주세요.');
export type MeetingKind = z.output<typeof meetingKind>;

/** A reservation has at most this many reference pictures. */
export const MAX_PICTURES = 5;

export const reservation = z.strictObject({
  id: z.number(),
  shootType,
  /** Date of the meeting in Seoul. */
  date: calendarDate,
  time: slot,
  desiredShootDate: z.string(),
  location: z.string(),
  notes: z.string(),
  /** Absent for a meeting in the studio. */
  meetingKind: z.optional(z.literal('PHONE')),
  /** What the client answered to the studio's questions; absent without any. */
  answers: z.optional(z.array(bookingAnswer)),
  reservationCode: z.string(),
  state: reservationState,
  /** Until when the member may cancel or move the reservation; null when this time is past or the state is not BOOKED. */
  changeableUntil: z.nullable(isoDateTime),
  createdAt: isoDateTime,
});
export type Reservation = z.output<typeof reservation>;

/** A change that the studio made to the client's reservation, with the meeting before and after it. */
const studioChange = z.strictObject({
  action: z.enum(['MOVED', 'CANCELLED', 'REOPENED']),
  at: isoDateTime,
  before: z.strictObject({ date: calendarDate, time: slot }),
  after: z.strictObject({ date: calendarDate, time: slot }),
});
export type StudioChange = z.output<typeof studioChange>;

const ownReservation = z.extend(reservation, {
  /** Oldest first, without reasons and the names of admins. Completions and no-shows are left out. */
  studioChanges: z.array(studioChange),
  /** Ids of the reference pictures. */
  pictureIds: z.array(z.string()),
});

/** `month`: `2026-11`. */
export const monthParams = z.object({ month: calendarMonth });

/**
 * `MINE`: the member or guest who asks holds the slot. `HELD`: another hold overlaps it, for some minutes. `TAKEN`: booked or blocked.
 * `PAST`: begun, or closed for booking.
 */
const availableSlot = z.strictObject({
  time: slot,
  state: z.enum(['FREE', 'HELD', 'TAKEN', 'PAST', 'MINE']),
});

const availableDay = z.strictObject({
  date: calendarDate,
  /** Name of the public holiday, which does not close the date by itself. */
  holiday: z.nullable(z.string()),
  /** The studio offers no time on this date, or has blocked all of them. */
  isClosed: z.boolean(),
  slots: z.array(availableSlot),
});
export type AvailableDay = z.output<typeof availableDay>;

export const changeReason = optionalTextField({ label: '사유', max: fieldLimits.reason, multiline: true });

/** Date and slot of a meeting, in Seoul. */
export const meetingTime = { date: calendarDate, time: slot } as const;

const slotHold = z.strictObject({
  ...meetingTime,
  heldUntil: isoDateTime,
  /** The whole length of a hold, for browsers whose clock is wrong. */
  minutes: z.number(),
});
export type SlotHold = z.output<typeof slotHold>;

/**
 * State, date and slot of the reservation as they were last shown. A change is refused when they differ now, unless the reservation
 * already is as requested.
 */
export const expectedReservation = z.object({ state: reservationState, ...meetingTime });
export type ExpectedReservation = z.output<typeof expectedReservation>;

/** Error codes after which another date or slot has to be chosen. */
export const slotErrors = [
  'DATE_UNAVAILABLE',
  'SLOT_NOT_OFFERED',
  'SLOT_PAST',
  'SLOT_CLOSED',
  'SLOT_TAKEN',
] as const;
export const isSlotError = (code: string): boolean => slotErrors.some((one) => one === code);

const bookingErrors = [...slotErrors, 'BOOKING_LIMIT', 'BOOKING_DAY_LIMIT'] as const;

/** Endpoints for visitors and members. The admin endpoints are in `schedule.ts` and `admin-reservations.ts`. */
export const reservationEndpoints = {
  bookedTimes: get('/api/reservation/booked-times', {
    summary: '그날 예약할 수 없는 시간',
    reads: ['reservations'],
    access: 'public',
    query: z.object({ date: calendarDate }),
    response: z.array(slot),
  }),
  availability: get('/api/reservation/availability', {
    summary: '한 달의 날짜마다 시간과 상태. 예약할 수 있는 날짜만 포함합니다.',
    reads: ['reservations'],
    access: 'optional',
    query: monthParams,
    response: z.array(availableDay),
  }),
  holdSlot: post('/api/reservation/hold', {
    summary: '선택한 시간을 잠시 잡아 두기. 다른 시간을 잡으면 앞서 잡은 시간은 해제됩니다.',
    changes: ['reservations'],
    access: 'member',
    rateLimit: 'hold',
    body: z.object(meetingTime),
    response: slotHold,
    status: 201,
    errors: bookingErrors,
  }),
  holdSlotAsGuest: post('/api/reservation/guest-hold', {
    summary:
      '로그인하지 않은 방문자가 선택한 시간을 잠시 잡아 두기. 쿠키로 구분하며, 로그인하면 회원이 잡은 시간이 됩니다.',
    changes: ['reservations'],
    access: 'public',
    rateLimit: 'hold',
    body: z.object(meetingTime),
    response: slotHold,
    status: 201,
    errors: [...slotErrors, 'HOLD_REFUSED'],
  }),
  releaseHold: del('/api/reservation/hold', {
    summary: '회원이나 쿠키로 구분한 방문자가 잡아 둔 시간 해제. 잡아 둔 시간이 없어도 성공합니다.',
    changes: ['reservations'],
    access: 'optional',
    rateLimit: 'releaseHold',
    query: z.object(meetingTime),
  }),
  bookingForm: get('/api/reservation/form', {
    summary: '예약의 마지막 단계에서 묻는 것: 카테고리의 사전 질문과 그 버전, 전화 미팅을 받는지',
    reads: ['settings'],
    access: 'public',
    query: z.object({ shootType }),
    response: z.strictObject({
      questionsVersion: z.number(),
      questions: z.array(bookingQuestion),
      offersPhone: z.boolean(),
    }),
  }),
  createReservation: post('/api/reservation', {
    summary: '사전 미팅 예약. Idempotency-Key 헤더로 두 번 보내도 한 번만 예약됩니다.',
    failed: '예약 중 오류가 발생했습니다.',
    changes: ['reservations'],
    access: 'member',
    rateLimit: 'reservation',
    body: z.extend(reservationDetails, {
      shootType,
      ...meetingTime,
      /** The package version that the visitor chose. PACKAGE_CHANGED: it is not offered. */
      packageVersionId: z.optional(entityId),
      /** Ids of uploaded reference pictures, in their order. */
      pictureIds: z.optional(
        z
          .array(z.uuid())
          .check(z.maxLength(MAX_PICTURES, `참고 사진은 ${MAX_PICTURES}장까지 업로드할 수 있습니다.`)),
      ),
      meetingKind: z.optional(meetingKind),
      /** The version of the questions that the form showed. QUESTIONS_CHANGED: the category has other questions than the form showed. */
      questionsVersion: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_VERSION))),
      answers: z.optional(
        z.array(givenAnswer).check(z.maxLength(MAX_QUESTIONS, '사전 질문의 답변을 확인해 주세요.')),
      ),
    }),
    response: reservation,
    status: 201,
    errors: [...bookingErrors, 'KEY_REUSED', 'PACKAGE_CHANGED', 'QUESTIONS_CHANGED', 'CONSENT_NEEDED'],
  }),
  myReservations: get('/api/reservation/my', {
    summary: '내 예약 내역',
    failed: '예약 정보를 불러오는 데 실패했습니다.',
    reads: ['reservations'],
    access: 'member',
    query: z.object(paginationParams),
    response: z.array(reservation),
  }),
  getReservation: get('/api/reservation/{id}', {
    summary: '내 예약 하나와 스튜디오에서 변경한 기록',
    reads: ['reservations'],
    access: 'member',
    params: idParams,
    response: ownReservation,
    errors: ['NOT_FOUND'],
  }),
  cancelReservation: post('/api/reservation/{id}/cancel', {
    summary: '내 예약 취소. 기록은 남고 그 시간은 바로 예약할 수 있습니다.',
    changes: ['reservations'],
    access: 'member',
    params: idParams,
    body: z.object({ reason: changeReason, seen: z.optional(expectedReservation) }),
    response: reservation,
    errors: ['NOT_FOUND', 'CHANGE_TOO_LATE', 'NOT_BOOKED', 'CHANGED_MEANWHILE'],
  }),
  moveReservation: post('/api/reservation/{id}/move', {
    summary: '내 예약의 시간 변경',
    changes: ['reservations'],
    access: 'member',
    rateLimit: 'reservation',
    params: idParams,
    body: z.object(meetingTime),
    response: reservation,
    errors: ['NOT_FOUND', 'CHANGE_TOO_LATE', 'NOT_BOOKED', ...slotErrors, 'BOOKING_DAY_LIMIT'],
  }),
  reservationCalendar: get('/api/reservation/{id}/calendar', {
    summary: '내 예약 하나의 캘린더 파일(.ics)',
    failed: '캘린더 파일을 받지 못했습니다. 잠시 후 다시 시도해 주세요.',
    access: 'member',
    params: idParams,
    produces: 'text/calendar',
    response: z.string(),
    errors: ['NOT_FOUND'],
  }),
} as const;
