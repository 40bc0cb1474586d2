import { sql } from 'drizzle-orm';
import { lockMember } from '#core/auth/server/lock-member.ts';
import { isPackageOffered } from '#core/content/server/package-versions.ts';
import { linkPictures } from '#core/files/server/private/link-pictures.ts';
import { appError, AppError } from '#platform/contract/errors.ts';
import { generateRandomCode } from '#platform/server/crypto/random-code.ts';
import type { Tx, Db } from '#platform/server/db/database.ts';
import { definePrepared, placeholdersOf } from '#platform/server/db/define-prepared.ts';
import { queueReservationMessages } from '../messages/queue-reservation-messages.ts';
import type { ReservationRow, ChangeableReservation } from '../present-reservation.ts';
import { claimSlot } from '../schedule/claim.ts';
import { idempotencyKeys, reservations } from '../tables.ts';
import {
  hashReservationRequest,
  type ReservationRequest,
  findBookingContext,
  decideBooking,
} from './policy.ts';

const HEADER = 'Idempotency-Key';

/** Parses the header: 1–255 visible ASCII characters, or null when it is missing. Throws INVALID_INPUT for another value. */
export const parseIdempotencyKey = (header: string | null): string | null => {
  if (header === null || /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw appError('INVALID_INPUT', { fields: { [HEADER]: '요청 번호를 확인해 주세요.' } });
};

const upsert = definePrepared((db) =>
  db
    .insert(idempotencyKeys)
    .values(placeholdersOf('memberId', 'key', 'requestHash', 'reservationId', 'createdAt'))
    .onConflictDoUpdate({
      target: [idempotencyKeys.memberId, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        reservationId: sql`excluded.reservation_id`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .prepare('save_idempotency_key'),
);

/** Stores or replaces a member's idempotency key. The member's row must be locked. */
export const saveIdempotencyKey = async (tx: Tx, key: typeof idempotencyKeys.$inferInsert): Promise<void> => {
  await upsert(tx).execute({ ...key });
};

type NewReservation = typeof reservations.$inferInsert & { readonly createdAt: Date };

const insert = definePrepared((db) =>
  db
    .insert(reservations)
    .values({
      ...placeholdersOf(
        'code',
        'memberId',
        'guestName',
        'guestPhone',
        'customerId',
        'shootType',
        'date',
        'slot',
      ),
      ...placeholdersOf('desiredShootDate', 'location', 'notes', 'createdAt', 'packageVersionId'),
      ...placeholdersOf('meetingKind', 'answers'),
    })
    .returning({ id: reservations.id, state: reservations.state })
    .prepare('insert_reservation'),
);

/** Throws SLOT_TAKEN, and SLOT_NOT_OFFERED when the date does not offer the slot; both roll the transaction back. */
export const insertReservation = async (tx: Tx, values: NewReservation): Promise<ReservationRow> => {
  const nobody = { memberId: null, guestName: null, guestPhone: null, customerId: null };
  const optional = { packageVersionId: null, meetingKind: 'VISIT' as const, answers: [] };
  const row = { ...nobody, ...optional, ...values };
  const [[inserted]] = await Promise.all([
    insert(tx).execute(row),
    // Sent without waiting for the id.
    claimSlot(tx, values, null, values.createdAt, row.memberId),
  ]);
  if (inserted === undefined) throw new Error('no reservation was inserted');
  return { ...row, ...inserted };
};

interface CreateReservationInput {
  readonly memberId: string;
  readonly key: string | null;
  readonly request: ReservationRequest;
  readonly now: Date;
}

/**
 * Creates a reservation, or returns the existing one for a repeated request. The lock on the member's row serialises a member's
 * requests; the primary key and the overlap constraint of the claims decide between members.
 */
export const createReservation = (
  db: Db,
  { memberId, key, request, now }: CreateReservationInput,
  generateCode: () => string = generateRandomCode,
): Promise<ChangeableReservation> =>
  db.transaction(
    async (tx, commitWith) => {
      const { answers: _, questionsVersion, meetingKind = 'VISIT', ...asked } = request;
      const { time: slot, packageVersionId = null, pictureIds = [], ...meeting } = asked;
      const [, context, isPackageCurrent] = await Promise.all([
        lockMember(tx, memberId),
        findBookingContext(tx, { memberId, key, meeting: request, questionsVersion, now }),
        packageVersionId === null || isPackageOffered(tx, request.shootType, packageVersionId),
      ]);
      if (context === null) throw appError('UNAUTHENTICATED');
      const { messages, rules } = context;
      const { changeHours } = rules;
      const saveKey = (reservationId: number): void => {
        if (key === null) return;
        const kept = { requestHash: hashReservationRequest(request), reservationId, createdAt: now };
        commitWith(saveIdempotencyKey(tx, { memberId, key, ...kept }));
      };
      const decision = decideBooking(context, request, now);
      if (decision instanceof AppError) throw decision;
      if (decision.kind === 'repeat') {
        if (!decision.isKeyed) saveKey(decision.reservation.id);
        return { ...decision.reservation, changeHours };
      }
      if (!isPackageCurrent) throw appError('PACKAGE_CHANGED');
      const booked = {
        ...meeting,
        slot,
        packageVersionId,
        meetingKind,
        answers: decision.answers,
        code: generateCode(),
        memberId,
        createdAt: now,
      };
      const reservation = await insertReservation(tx, booked);
      await linkPictures(tx, pictureIds, { memberId, reservationId: reservation.id });
      commitWith(
        queueReservationMessages(tx, reservation, { messages, action: 'BOOKED', actor: 'MEMBER', now }),
      );
      saveKey(reservation.id);
      return { ...reservation, changeHours };
    },
    { retryConstraints: ['reservations_code_key'] },
  );
