import * as z from 'zod/mini';
import { listedReservation } from '#features/reservations/contract/admin-reservations.ts';
import { get, post } from '#platform/contract/endpoint.ts';
import { isoDateTime, submittedPassword } from '#platform/contract/fields.ts';
import { calendarDate } from '#platform/contract/seoul-time.ts';

/** The counts of the desk. Each number is the length of a list that the desk links to. */
const deskCounts = z.strictObject({
  waitingQuestions: z.number(),
  /** Reservations made today. */
  newReservations: z.number(),
  /** Reservations still 예약 확정 although the meeting has begun. */
  unsettledReservations: z.number(),
  /** Messages that failed, wait for a retry or whose result is unknown, except the notice that an account was deleted. */
  unsentMessages: z.number(),
});
export type DeskCounts = z.output<typeof deskCounts>;

const deskDay = z.strictObject({
  date: calendarDate,
  holiday: z.nullable(z.string()),
  /** Numbers of slots. Held ones count as free. */
  booked: z.number(),
  blocked: z.number(),
  free: z.number(),
});
export type DeskDay = z.output<typeof deskDay>;

/** The steps of a new studio's set-up, in the order in which they are shown. */
export const setupSteps = [
  'identity',
  'photo',
  'prices',
  'hours',
  'sms',
  'legal',
  'samples',
  'reservation',
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const questionSummary = z.strictObject({
  id: z.number(),
  title: z.string(),
  memberName: z.string(),
  createdAt: isoDateTime,
  answered: z.boolean(),
});

/** Some messages, and when the first of them is tried again or looked up. */
const waitingMessages = z.strictObject({ messages: z.number(), nextAt: isoDateTime });

const desk = z.strictObject({
  date: calendarDate,
  /** The reservations of today and tomorrow that are not cancelled, by time; without any, the next ones. */
  meetings: z.array(
    z.extend(listedReservation, {
      /** The studio's note; null without one. */
      note: z.nullable(z.string()),
    }),
  ),
  /** Today and the six days after it. */
  week: z.array(deskDay),
  counts: deskCounts,
  questions: z.array(questionSummary),
  openSteps: z.array(z.enum(setupSteps)),
  /** SMS are sent, but this admin has no phone number to receive them. */
  needsPhone: z.boolean(),
  /** The nightly backup; null while it is switched off. */
  backup: z.nullable(
    z.strictObject({
      /** When the newest backup was made, and its size; null when there is none. */
      newest: z.nullable(z.strictObject({ createdAt: isoDateTime, bytes: z.number() })),
      /** The last time that a backup was restored to see whether it can be; null when none is known. */
      check: z.nullable(z.strictObject({ checkedAt: isoDateTime, isRestorable: z.boolean() })),
      /** The last copy into a bucket; null when no bucket is set. */
      copy: z.nullable(z.strictObject({ copiedAt: z.nullable(isoDateTime) })),
      /** Backups dated after now: a clock was ahead when they were made, or is behind now. `newest` and `isLate` ignore them. */
      fromFuture: z.number(),
      /** Whether no other folder is set. The backups are then in the data folder, and a disk failure may destroy both. */
      isInDataDir: z.boolean(),
      /** Since the newest backup, one was not begun because it needed more bytes than were free; null when none is known. */
      lackOfSpace: z.nullable(z.strictObject({ neededBytes: z.number(), freeBytes: z.number() })),
      /** No backup is younger than 48 hours or, if a bucket is set, none has been copied within this time. */
      isLate: z.boolean(),
    }),
  ),
  /**
   * What the SMS provider refused or did not answer, and what is tried again; null when there is nothing or no SMS are sent. The notice
   * that an account was deleted is left out of `retries` and `lookups`.
   */
  refusals: z.nullable(
    z.strictObject({
      /** SMS and alimtalk messages of which an attempt failed and that are tried again; null when there are none. */
      retries: z.nullable(waitingMessages),
      /** SMS and alimtalk messages that may have been sent and are looked up at the provider; null when there are none. */
      lookups: z.nullable(waitingMessages),
      /** Verification codes that the provider refused or did not answer since it last accepted a message. */
      failedCodes: z.number(),
      /**
       * Why a message was refused or not answered, as a code like that of a notification, usually that of the latest; null when no reason
       * is known.
       */
      resultCode: z.nullable(z.string()),
    }),
  ),
  /** Visitors get the page 준비 중 in place of the public pages, except the legal documents. */
  isNotOpenYet: z.boolean(),
  /** There is sample content, and the address of the site is public. */
  showsSamples: z.boolean(),
  /** The privacy policy has a draft without an admin: usually the server drafted it because of a new processor. */
  hasProcessorDraft: z.boolean(),
  /** False while SMS only go to the outbox. On a public site customers cannot register then. */
  sendsSms: z.boolean(),
  /** The version of the program, such as `0.1.0`. */
  version: z.string(),
});
export type Desk = z.output<typeof desk>;

export const PASSPHRASE_MIN_LENGTH = 12;

const encryptedFile = z
  .custom<AsyncIterable<Uint8Array>>()
  .check(z.meta({ type: 'string', contentMediaType: 'application/octet-stream' }));

export const deskEndpoints = {
  downloadBackup: post('/api/admin/backup/download', {
    summary:
      '가장 최근 백업을 암호로 잠근 파일 하나(age로 암호화한 tar)로 내려받기. 현재 비밀번호가 필요합니다.',
    failed: '백업을 내려받지 못했습니다.',
    body: z.object({
      password: submittedPassword,
      passphrase: z
        .string()
        .check(
          z.minLength(PASSPHRASE_MIN_LENGTH, `${PASSPHRASE_MIN_LENGTH}자 이상 입력해 주세요.`),
          z.maxLength(200, '200자까지 입력할 수 있습니다.'),
        ),
    }),
    produces: 'application/octet-stream',
    response: encryptedFile,
    errors: ['PASSWORD_WRONG', 'NOT_FOUND'],
  }),
  desk: get('/api/admin/desk', {
    summary: '오늘과 내일의 미팅, 처리할 일, 7일간의 예약',
    failed: '오늘 할 일을 불러오지 못했습니다.',
    reads: ['questions', 'reservations', 'settings'],
    response: desk,
  }),
  deskCounts: get('/api/admin/desk/counts', {
    summary: '처리할 일의 수',
    reads: ['questions', 'reservations'],
    response: deskCounts,
  }),
} as const;
