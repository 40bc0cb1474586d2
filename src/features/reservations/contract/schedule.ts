import * as z from 'zod/mini';
import { get, post, del } from '#platform/contract/endpoint.ts';
import { idParams, isoDateTime, fieldLimits } from '#platform/contract/fields.ts';
import { calendarDate, daysBetween } from '#platform/contract/seoul-time.ts';
import { optionalTextField } from '#platform/contract/text/text-field.ts';
import { adminReservation } from './admin-reservations.ts';
import { meetingHours } from './meeting-hours.ts';
import { monthParams } from './reservations.ts';
import { DAY_MINUTES, SLOT_MESSAGE, SLOT_STEP_MINUTES, slot, sortSlots } from './slots.ts';

const blockedTime = z.strictObject({ date: calendarDate, timeSlot: slot });

const scheduleSlot = z.strictObject({
  time: slot,
  /** `HELD`: a member or guest holds the slot. */
  state: z.enum(['FREE', 'BOOKED', 'BLOCKED', 'HELD']),
  /** The slot has begun. */
  isPast: z.boolean(),
  /** Null unless the state is BOOKED. */
  reservation: z.nullable(adminReservation),
  /** A reservation of the slot was cancelled, and the slot is free: no reservation, block or hold has taken it. */
  isCancelled: z.boolean(),
  /** Id of the recurring closure that blocks the slot. */
  closureId: z.nullable(z.number()),
  /** Why the studio blocked the slot. */
  note: z.string(),
});

const scheduleDay = z.strictObject({
  date: calendarDate,
  holiday: z.nullable(z.string()),
  slots: z.array(scheduleSlot),
});
export type ScheduleDay = z.output<typeof scheduleDay>;

const slotList = z
  .array(slot, SLOT_MESSAGE)
  .check(z.minLength(1, SLOT_MESSAGE), z.maxLength(DAY_MINUTES / SLOT_STEP_MINUTES), z.overwrite(sortSlots));
/** A list as a query parameter: `timeSlots=09-10&timeSlots=12-13`. A single value becomes a list of one. */
const toList = z.transform((value: unknown): unknown[] => (Array.isArray(value) ? value : [value]));

const MAX_RANGE_DAYS = 366;
const range = { from: calendarDate, to: calendarDate } as const;
const MAX_SINGLE_DAYS = 100;
/** Only these dates of a range; every date without it. */
const singleDays = z
  .array(calendarDate)
  .check(
    z.minLength(1, '날짜를 선택해 주세요.'),
    z.maxLength(MAX_SINGLE_DAYS, `한 번에 ${MAX_SINGLE_DAYS}일까지 선택할 수 있습니다.`),
  );
type Range = Record<keyof typeof range, string>;
const REVERSED_MESSAGE = '종료일이 시작일보다 빠릅니다.';
const RANGE_MESSAGE = '기간을 확인해 주세요. 한 번에 1년까지 선택할 수 있습니다.';
const rangeChecks = [
  z.refine<Range>(({ from, to }) => from <= to, { error: REVERSED_MESSAGE, path: ['to'] }),
  z.refine<Range>(({ from, to }) => daysBetween(from, to) < MAX_RANGE_DAYS, {
    error: RANGE_MESSAGE,
    path: ['to'],
  }),
];

/** Booked reservations that collide with a block, a closure or new meeting hours, and stay. */
const conflicts = z.array(adminReservation);

/** `changed`: number of slots newly blocked, including slots that were held. `collisions`: booked reservations in the way. */
const blockResult = { changed: z.number(), collisions: conflicts } as const;

/** A weekly closure from `from` until `until`, both inclusive; without an end when `until` is null. */
export const closureDraft = z
  .object({
    /** ISO weekday: 1 is Monday, 7 is Sunday. */
    weekday: z.number('요일을 선택해 주세요.').check(z.int(), z.minimum(1), z.maximum(7)),
    timeSlots: slotList,
    from: calendarDate,
    until: z._default(z.nullable(calendarDate), null),
    note: optionalTextField({ label: '메모', max: fieldLimits.reason }),
  })
  .check(
    z.refine(({ from, until }) => until === null || from <= until, {
      error: REVERSED_MESSAGE,
      path: ['until'],
    }),
  );

export const closure = z.strictObject({
  id: z.number(),
  weekday: z.number(),
  timeSlots: z.array(slot),
  from: calendarDate,
  until: z.nullable(calendarDate),
  note: z.string(),
});
export type Closure = z.output<typeof closure>;

export const calendarFeed = z.strictObject({
  /** Subscription URL; null without an active feed. Anyone who knows the URL can read the feed. */
  url: z.nullable(z.string()),
  createdAt: z.nullable(isoDateTime),
});

/** The given slots, or all, on every date, or `days`, from `from` to `to`, both inclusive. */
const slotRange = { ...range, days: z.optional(singleDays), timeSlots: z.optional(slotList) } as const;

export const scheduleEndpoints = {
  blockedTimes: get('/api/admin/reservation/blocked-times', {
    summary: '그날 차단된 시간',
    query: z.object({ date: calendarDate }),
    response: z.array(slot),
  }),
  blockTime: post('/api/admin/reservation/block-time', {
    summary: '시간 차단',
    changes: ['reservations'],
    body: blockedTime,
    response: blockedTime,
    status: 201,
    errors: ['DATE_UNAVAILABLE', 'SLOT_BOOKED'],
  }),
  unblockTime: del('/api/admin/reservation/block-time', {
    summary: '시간 차단 해제. 본문을 보낼 수 없는 경로에서는 같은 두 값을 쿼리로 보냅니다.',
    changes: ['reservations'],
    query: z.object({ date: z.optional(calendarDate), timeSlot: z.optional(slot) }),
    body: z.optional(blockedTime),
    errors: ['SLOT_BOOKED'],
  }),
  schedule: get('/api/admin/reservation/schedule', {
    summary: '한 달의 일정: 날짜마다 시간의 상태와 예약, 공휴일',
    failed: '예약 정보를 불러오는 데 실패했습니다.',
    reads: ['reservations'],
    query: monthParams,
    response: z.array(scheduleDay),
  }),
  findConflicts: get('/api/admin/reservation/collisions', {
    summary: '차단하려는 기간에 이미 있는 예약. 요일을 지정하면 그 요일만 확인합니다.',
    query: z
      .object({
        ...range,
        timeSlots: z.optional(z.pipe(toList, slotList)),
        days: z.optional(z.pipe(toList, singleDays)),
        weekday: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(7))),
      })
      .check(...rangeChecks),
    response: conflicts,
  }),
  findHoursConflicts: post('/api/admin/reservation/hours-collisions', {
    summary: '바꾸려는 미팅 시간에 맞지 않는 예약, 빠른 순',
    failed: '저장하지 못했습니다. 다시 시도해 주세요.',
    rateLimit: 'read',
    body: meetingHours,
    response: conflicts,
  }),
  blockRange: post('/api/admin/reservation/block-range', {
    summary: '여러 날의 시간을 한 번에 차단. 이미 예약된 시간은 그대로 둡니다.',
    changes: ['reservations'],
    body: z
      .object({ ...slotRange, note: optionalTextField({ label: '사유', max: fieldLimits.reason }) })
      .check(...rangeChecks),
    response: z.strictObject({ ...blockResult, blockedAt: isoDateTime }),
    errors: ['DATE_UNAVAILABLE'],
  }),
  unblockRange: post('/api/admin/reservation/unblock-range', {
    summary:
      '여러 날의 차단을 한 번에 해제. 정기 휴무는 그대로 두고, 하루만 지정하면 그날의 정기 휴무도 해제합니다. blockedAt을 지정하면 그때의 차단만 취소합니다.',
    changes: ['reservations'],
    /** `blockedAt` of a block undoes that block: frees what it blocked and gives slots of recurring closures back to them. */
    body: z.object({ ...slotRange, blockedAt: z.optional(isoDateTime) }).check(...rangeChecks),
    response: z.strictObject({ changed: z.number() }),
  }),
  listClosures: get('/api/admin/closure', {
    summary: '정기 휴무',
    failed: '예약 정보를 불러오는 데 실패했습니다.',
    reads: ['reservations'],
    response: z.array(closure),
  }),
  createClosure: post('/api/admin/closure', {
    summary: '정기 휴무 추가. 이미 예약된 시간은 그대로 둡니다.',
    changes: ['reservations'],
    body: closureDraft,
    response: z.strictObject({ closure, ...blockResult }),
    status: 201,
    errors: ['DATE_UNAVAILABLE'],
  }),
  deleteClosure: del('/api/admin/closure/{id}', {
    summary: '정기 휴무 삭제. 앞으로의 차단이 해제됩니다.',
    changes: ['reservations'],
    answersRepeats: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  calendarFeed: get('/api/admin/calendar-feed', {
    summary: '스튜디오 일정을 구독하는 주소',
    failed: '예약 정보를 불러오는 데 실패했습니다.',
    reads: ['calendarFeed'],
    response: calendarFeed,
  }),
  createCalendarFeed: post('/api/admin/calendar-feed', {
    summary: '구독 주소 만들기. 이전 주소는 더 이상 사용할 수 없습니다.',
    changes: ['calendarFeed'],
    response: calendarFeed,
    status: 201,
  }),
  revokeCalendarFeed: del('/api/admin/calendar-feed', {
    summary: '구독 주소 삭제',
    changes: ['calendarFeed'],
  }),
  readCalendarFeed: get('/api/calendar/{file}', {
    summary: '스튜디오 일정(.ics). 주소를 아는 캘린더만 읽을 수 있습니다.',
    access: 'public',
    params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/, '잘못된 주소입니다.')) }),
    produces: 'text/calendar',
    response: z.string(),
    errors: ['NOT_FOUND'],
  }),
} as const;
