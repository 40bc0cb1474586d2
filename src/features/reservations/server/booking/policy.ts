import { createHash } from 'node:crypto';
import { aliasedTable, and, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { members } from '#core/auth/server/tables.ts';
import type { ShootType } from '#core/content/contract/categories.ts';
import { unknownCategory } from '#core/content/server/categories.ts';
import { requestedConsent } from '#core/content/server/legal/consents.ts';
import { sectionColumn, sectionVersionColumn } from '#core/content/server/read-sections.ts';
import { categories } from '#core/content/server/tables.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError, AppError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared } from '#platform/server/db/define-prepared.ts';
import { isBookableDate, isPastSlot, startsWithin } from '../../contract/bookable-dates.ts';
import type { BookingAnswer } from '../../contract/booking-questions.ts';
import type { reservationEndpoints } from '../../contract/reservations.ts';
import { reservationSections } from '../../contract/sections.ts';
import type { Slot } from '../../contract/slots.ts';
import type { ReservationRow } from '../present-reservation.ts';
import { type Availability, classifySlot, slotTaken, slotWindow } from '../schedule/claim.ts';
import { isSlotOffered } from '../schedule/hours.ts';
import { seoulClock, slotStartText } from '../slot-start.ts';
import { idempotencyKeys, reservations, slotClaims } from '../tables.ts';
import { decideAnswers, hasSameAnswers } from './answers.ts';

export type ReservationRequest = BodyOf<typeof reservationEndpoints.createReservation>;

/** Hashes the fields of a reservation request, to recognise repeated requests. */
export const hashReservationRequest = (request: ReservationRequest): Buffer => {
  const { shootType, date, time, desiredShootDate, location, notes, packageVersionId, pictureIds } = request;
  const { meetingKind, questionsVersion, answers } = request;
  const fields: string[] = [shootType, date, time, desiredShootDate, location, notes];
  if (packageVersionId !== undefined) fields.push(String(packageVersionId));
  if (pictureIds !== undefined) fields.push(...pictureIds);
  if (meetingKind !== undefined) fields.push(meetingKind);
  if (questionsVersion !== undefined || answers !== undefined)
    fields.push(JSON.stringify([questionsVersion, answers?.map(({ id, value }) => [id, value])]));
  return createHash('sha256').update(JSON.stringify(fields)).digest();
};

export const IDEMPOTENCY_KEY_TTL_MS = 24 * 3_600_000;

type ContextRow = Awaited<ReturnType<ReturnType<typeof bookingContextOf>['execute']>>[number];

/** What a booking depends on. */
interface BookingContext extends Omit<ContextRow, 'claim' | 'consent'> {
  readonly availability: Availability;
  /** When this member's active hold of the slot ends; null without one. */
  readonly heldUntil: Date | null;
  /** Whether the member has to agree to a new privacy policy before giving more personal data. */
  readonly isConsentNeeded: boolean;
}

/** `repeat`: the reservation already exists; `isKeyed`: the idempotency key is stored for it already. */
type BookingDecision =
  | { readonly kind: 'repeat'; readonly reservation: ReservationRow; readonly isKeyed: boolean }
  | { readonly kind: 'book'; readonly answers: BookingAnswer[] };

const isSameReservation = (
  reservation: ReservationRow,
  request: ReservationRequest,
  { shownQuestions }: Pick<BookingContext, 'shownQuestions'>,
): boolean =>
  reservation.shootType === request.shootType &&
  reservation.desiredShootDate === request.desiredShootDate &&
  reservation.location === request.location &&
  reservation.notes === request.notes &&
  reservation.packageVersionId === (request.packageVersionId ?? null) &&
  reservation.meetingKind === (request.meetingKind ?? 'VISIT') &&
  hasSameAnswers(reservation.answers, shownQuestions, request);

/** Applies the rules for reservations and moves by members and for holds by members and guests; returns the first violation or null. */
export const findViolation = (
  context: Pick<
    BookingContext,
    'isSlotOffered' | 'availability' | 'rules' | 'upcomingReservations' | 'reservationsOnDate'
  >,
  request: Pick<ReservationRequest, 'date' | 'time'>,
  now: Date,
): AppError | null => {
  if (!context.isSlotOffered) return appError('SLOT_NOT_OFFERED');
  const { horizonDays, leadHours, maxUpcoming, maxPerDate } = context.rules;
  if (!isBookableDate(request.date, now, horizonDays)) return appError('DATE_UNAVAILABLE');
  if (isPastSlot(request.date, request.time, now)) return appError('SLOT_PAST');
  if (startsWithin(request.date, request.time, leadHours, now)) return appError('SLOT_CLOSED');
  const { availability } = context;
  if (availability !== 'FREE' && availability !== 'MINE') return slotTaken(availability);
  if (context.upcomingReservations >= maxUpcoming)
    return appError('BOOKING_LIMIT', { message: `앞으로의 미팅은 ${maxUpcoming}건까지 예약할 수 있습니다.` });
  if (context.reservationsOnDate >= maxPerDate)
    return appError('BOOKING_DAY_LIMIT', {
      message: `같은 날짜에는 ${maxPerDate}건까지 예약할 수 있습니다.`,
    });
  return null;
};

const NO_PHONE = '지금은 전화 미팅을 받지 않습니다. 방문을 선택해 주세요.';

/** Recognises repeated requests first, because they may arrive after the slot has begun. */
export const decideBooking = (
  context: BookingContext,
  request: ReservationRequest,
  now: Date,
): BookingDecision | AppError => {
  const { keyedRequestHash, repeated } = context;
  const isKeyed = keyedRequestHash !== null;
  if (isKeyed && !keyedRequestHash.equals(hashReservationRequest(request))) return appError('KEY_REUSED');
  if (repeated !== null && (isKeyed || isSameReservation(repeated, request, context)))
    return { kind: 'repeat', reservation: repeated, isKeyed };
  if (!context.isCategoryShown) return unknownCategory();
  const refusal = findViolation(context, request, now);
  if (refusal !== null) return refusal;
  if (context.isConsentNeeded) return appError('CONSENT_NEEDED');
  if (request.meetingKind === 'PHONE' && !context.rules.offersPhone)
    return appError('INVALID_INPUT', { message: NO_PHONE, fields: { meetingKind: NO_PHONE } });
  const answers = decideAnswers(context, request);
  return answers instanceof AppError ? answers : { kind: 'book', answers };
};

interface BookingContextInput {
  readonly memberId: string;
  /** `shootType` is missing for a hold, and for a move, which keeps the category. */
  readonly meeting: { readonly date: string; readonly time: Slot; readonly shootType?: ShootType };
  readonly key?: string | null;
  readonly questionsVersion?: number | undefined;
  /** The reservation being moved, whose own slot does not count as taken. */
  readonly moved?: number;
  readonly now: Date;
}

const repeated = aliasedTable(reservations, 'repeated');

const { placeholder } = sql;

const countFuture = sql<number>`(
  select count(*)::int from ${reservations} as b
  where b.member_id = ${members.id} and b.state = 'BOOKED'
    and (b.date, ${slotStartText(sql`b.slot`)}) > (${placeholder('today')}::date, ${placeholder('time')}::text)
)`;
const countOnDate = sql<number>`(
  select count(*)::int from ${reservations} as b
  where b.member_id = ${members.id} and b.state <> 'CANCELLED' and b.date = ${placeholder('date')}::date
)`;

const bookingContextOf = definePrepared((db) =>
  db
    .select({
      /** Of the request that used this idempotency key in the last 24 hours. */
      keyedRequestHash: idempotencyKeys.requestHash,
      /** The reservation of the idempotency key, or else this member's booked reservation of the slot. */
      repeated,
      rules: sectionColumn(reservationSections.booking),
      questions: sectionColumn(reservationSections.questions),
      /** The version of the questions that the request names; null when it names no stored version. */
      shownQuestions: sectionVersionColumn(reservationSections.questions, placeholder('questionsVersion')),
      messages: sectionColumn(messageSections.messages),
      isCategoryShown: sql<boolean>`exists (
        select 1 from ${categories} where ${categories.id} = ${placeholder('shootType')} and ${categories.isShown}
      )`,
      consent: requestedConsent(sql`${members.id}`, sql`${placeholder('today')}`),
      isSlotOffered: isSlotOffered(sql`${placeholder('date')}::date`, sql`${placeholder('slot')}::text`),
      claim: {
        slot: slotClaims.slot,
        kind: slotClaims.kind,
        holder: slotClaims.heldBy,
        heldUntil: slotClaims.heldUntil,
      },
      upcomingReservations: countFuture,
      reservationsOnDate: countOnDate,
    })
    .from(members)
    .leftJoin(
      idempotencyKeys,
      and(
        eq(idempotencyKeys.memberId, members.id),
        eq(idempotencyKeys.key, placeholder('key')),
        gt(idempotencyKeys.createdAt, placeholder('keysSince')),
      ),
    )
    .leftJoin(
      slotClaims,
      and(
        eq(slotClaims.date, placeholder('date')),
        sql`${slotClaims.during} && ${placeholder('window')}::tsrange`,
        sql`${slotClaims.reservationId} is distinct from ${placeholder('moved')}::bigint`,
      ),
    )
    .leftJoin(
      repeated,
      and(
        sql`${repeated.id} = coalesce(${idempotencyKeys.reservationId}, ${slotClaims.reservationId})`,
        or(
          isNotNull(idempotencyKeys.reservationId),
          and(
            eq(repeated.slot, placeholder('slot')),
            eq(repeated.memberId, members.id),
            eq(repeated.state, 'BOOKED'),
          ),
        ),
      ),
    )
    .where(eq(members.id, placeholder('memberId')))
    .prepare('booking_context'),
);

/** Reads the booking context in one statement; null when the member no longer exists. */
export const findBookingContext = async (
  db: Tx,
  { memberId, meeting: { date, time, shootType }, key, questionsVersion, moved, now }: BookingContextInput,
): Promise<BookingContext | null> => {
  const [row] = await bookingContextOf(db).execute({
    memberId,
    // No stored key is empty, so an empty key matches nothing.
    key: key ?? '',
    date,
    slot: time,
    // No category has an empty id.
    shootType: shootType ?? '',
    window: slotWindow(date, time),
    // No reservation has the id 0, and no section the version 0.
    moved: moved ?? 0,
    questionsVersion: questionsVersion ?? 0,
    keysSince: new Date(now.getTime() - IDEMPOTENCY_KEY_TTL_MS),
    today: seoulDate(now),
    time: seoulClock(now),
  });
  if (row === undefined) return null;
  const { claim, consent, ...context } = row;
  const availability = classifySlot(claim === null ? [] : [claim], time, memberId, now);
  return {
    ...context,
    availability,
    heldUntil: availability === 'MINE' ? (claim?.heldUntil ?? null) : null,
    isConsentNeeded: consent !== null,
  };
};
