import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { lockMember } from '#core/auth/server/lock-member.ts';
import { members } from '#core/auth/server/tables.ts';
import { refuseUnknownCategory } from '#core/content/server/categories.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { generateRandomCode } from '#platform/server/crypto/random-code.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import type { adminReservationEndpoints } from '../../contract/admin-reservations.ts';
import { saveIdempotencyKey, insertReservation } from '../booking/book.ts';
import { IDEMPOTENCY_KEY_TTL_MS } from '../booking/policy.ts';
import { queueMessagesOfStudio } from '../messages/queue-reservation-messages.ts';
import { assertBookable } from '../schedule/hours.ts';
import { idempotencyKeys, reservations } from '../tables.ts';

type PhoneReservationRequest = BodyOf<typeof adminReservationEndpoints.createPhoneReservation>;

interface CreatePhoneReservationInput {
  readonly request: PhoneReservationRequest;
  readonly key: string | null;
  readonly change: AuditContext;
}

const hashRequest = (request: PhoneReservationRequest): Buffer => {
  const { guestName, phoneNumber = '', shootType, date, time, desiredShootDate, location, notes } = request;
  // Prefixed, so that the hash differs from that of a member's reservation.
  const fields = ['guest', guestName, phoneNumber, shootType, date, time, desiredShootDate, location, notes];
  return createHash('sha256').update(JSON.stringify(fields)).digest();
};

const findReplay = async (
  tx: Tx,
  { request, key, change }: CreatePhoneReservationInput,
): Promise<number | null> => {
  if (key === null) return null;
  const isAlive = gt(idempotencyKeys.createdAt, new Date(change.now.getTime() - IDEMPOTENCY_KEY_TTL_MS));
  const [kept] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.memberId, change.member.id), eq(idempotencyKeys.key, key), isAlive));
  if (kept === undefined) return null;
  if (!kept.requestHash.equals(hashRequest(request))) throw appError('KEY_REUSED');
  return kept.reservationId;
};

/** The customer of the last reservation by this name and number, or a new one. */
const findCustomerId = async (tx: Tx, name: string, phone: string | null): Promise<string> => {
  const isSame = and(eq(reservations.guestPhone, phone ?? ''), eq(reservations.guestName, name));
  const findLast = async (): Promise<string | null> => {
    const [last] = await tx
      .select({ customerId: reservations.customerId })
      .from(reservations)
      .where(and(isSame, isNotNull(reservations.customerId)))
      .orderBy(desc(reservations.id))
      .limit(1);
    return last?.customerId ?? null;
  };
  const last = await findLast();
  if (last === null) return randomUUID();
  // Waits for a withdrawal in progress, which moves these reservations to another customer.
  await tx.select({ id: members.id }).from(members).where(eq(members.id, last)).for('key share');
  return (await findLast()) ?? randomUUID();
};

/** Creates a reservation taken by phone, without the limits of members. Returns its id, also for a repeated idempotency key. */
export const createPhoneReservation = (db: Db, attempt: CreatePhoneReservationInput): Promise<number> =>
  db.transaction(
    async (tx) => {
      const { request, key, change } = attempt;
      // Serialises the requests of one admin, so that a repeated idempotency key creates one reservation.
      await lockMember(tx, change.member.id);
      const before = await findReplay(tx, attempt);
      if (before !== null) return before;
      await assertBookable(tx, request.date, request.time, change.now);
      const { guestName, phoneNumber: guestPhone = null, time: slot, ...meeting } = request;
      const customerId = await findCustomerId(tx, guestName, guestPhone);
      const customer = { guestName, guestPhone, customerId };
      const booked = { code: generateRandomCode(), createdAt: change.now };
      const reservation = await refuseUnknownCategory(
        insertReservation(tx, { ...meeting, ...customer, ...booked, slot }),
      );
      const { id } = reservation;
      await queueMessagesOfStudio(tx, reservation, { action: 'BOOKED', now: change.now });
      if (key !== null) {
        const kept = { requestHash: hashRequest(request), reservationId: id, createdAt: change.now };
        await saveIdempotencyKey(tx, { memberId: change.member.id, key, ...kept });
      }
      await recordAudit(tx, change, {
        action: 'CREATE_GUEST_RESERVATION',
        target: `reservation:${id}`,
        after: { shootType: request.shootType, date: request.date, slot: request.time },
      });
      return id;
    },
    { retryConstraints: ['reservations_code_key'] },
  );
