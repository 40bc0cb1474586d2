import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { isoMoment, limits, messages, page } from './fields.ts';
import { calendarDate } from './seoul-time.ts';
import { shootType } from './shoot-types.ts';
import { slot } from './slots.ts';
import { text } from './text.ts';

export const reservationMessages = {
  desiredShootDate: '희망 촬영 날짜를 입력해 주세요.',
  time: '회의 시간을 선택해 주세요.',
  location: '촬영 장소를 입력해 주세요.',
} as const;

/** The visitor's part of a booking, as the form asks for it. */
export const reservationDetails = z.object({
  desiredShootDate: text({
    label: '희망 촬영 날짜',
    max: limits.desiredShootDate,
    required: reservationMessages.desiredShootDate,
  }),
  location: text({ label: '촬영 장소', max: limits.location, required: reservationMessages.location }),
  notes: z._default(z.optional(text({ label: '요청 사항', max: limits.notes, multiline: true })), ''),
});
export type ReservationDetails = z.output<typeof reservationDetails>;

export const reservation = z.strictObject({
  id: z.number(),
  shootType,
  /** Of the meeting, in Seoul. */
  date: calendarDate,
  time: slot,
  desiredShootDate: z.string(),
  location: z.string(),
  notes: z.string(),
  reservationCode: z.string(),
  createdAt: isoMoment,
});
export type Reservation = z.output<typeof reservation>;

export const adminReservation = z.extend(reservation, { memberName: z.string() });
export type AdminReservation = z.output<typeof adminReservation>;

const blockedTime = z.strictObject({ date: calendarDate, timeSlot: slot });
const dateQuery = z.object({ date: calendarDate });

export const reservationEndpoints = {
  bookedTimes: endpoint({
    method: 'GET',
    path: '/api/reservation/booked-times',
    summary: '그날 예약할 수 없는 시간',
    access: 'public',
    rateLimit: 'read',
    query: dateQuery,
    response: z.array(slot),
  }),
  createReservation: endpoint({
    method: 'POST',
    path: '/api/reservation',
    summary: '사전 미팅 예약. Idempotency-Key 헤더로 두 번 보내도 한 번만 예약됩니다.',
    access: 'member',
    rateLimit: 'booking',
    body: z.extend(reservationDetails, { shootType, date: calendarDate, time: slot }),
    response: reservation,
    status: 201,
    errors: [
      'DATE_UNAVAILABLE',
      'SLOT_PAST',
      'SLOT_TAKEN',
      'BOOKING_LIMIT',
      'BOOKING_DAY_LIMIT',
      'KEY_REUSED',
    ],
  }),
  myReservations: endpoint({
    method: 'GET',
    path: '/api/reservation/my',
    summary: '내 예약 내역',
    access: 'member',
    rateLimit: 'read',
    query: z.object(page),
    response: z.array(reservation),
  }),
  adminReservations: endpoint({
    method: 'GET',
    path: '/api/admin/reservation',
    summary: '모든 예약',
    access: 'admin',
    rateLimit: 'read',
    query: z.object(page),
    response: z.array(adminReservation),
  }),
  searchReservationsByName: endpoint({
    method: 'GET',
    path: '/api/admin/reservation/search/name',
    summary: '예약자 이름으로 찾기',
    access: 'admin',
    rateLimit: 'search',
    query: z.object({ name: text({ label: '이름', max: limits.keyword, required: messages.name }), ...page }),
    response: z.array(adminReservation),
  }),
  searchReservationsByCode: endpoint({
    method: 'GET',
    path: '/api/admin/reservation/search/code',
    summary: '예약 번호로 찾기. 대소문자와 붙임표는 상관없습니다.',
    access: 'admin',
    rateLimit: 'search',
    query: z.object({
      code: text({ label: '예약 번호', max: 50, required: '예약 번호를 입력해 주세요.' }),
      ...page,
    }),
    response: z.array(adminReservation),
  }),
  blockedTimes: endpoint({
    method: 'GET',
    path: '/api/admin/reservation/blocked-times',
    summary: '그날 막아 둔 시간',
    access: 'admin',
    rateLimit: 'read',
    query: dateQuery,
    response: z.array(blockedTime),
  }),
  blockTime: endpoint({
    method: 'POST',
    path: '/api/admin/reservation/block-time',
    summary: '시간 막기',
    access: 'admin',
    rateLimit: 'write',
    body: blockedTime,
    response: blockedTime,
    status: 201,
    errors: ['DATE_UNAVAILABLE', 'SLOT_BOOKED'],
  }),
  unblockTime: endpoint({
    method: 'DELETE',
    path: '/api/admin/reservation/block-time',
    summary: '막은 시간 풀기. 본문이 막히는 길에서는 같은 두 값을 쿼리로 보냅니다.',
    access: 'admin',
    rateLimit: 'write',
    query: z.object({ date: z.optional(calendarDate), timeSlot: z.optional(slot) }),
    body: z.optional(blockedTime),
    errors: ['SLOT_BOOKED'],
  }),
} as const;
