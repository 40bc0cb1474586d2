import { and, asc, eq, inArray, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { members } from '#core/auth/server/tables.ts';
import { endMessagesToCustomer } from '#core/messages/server/end-messages-to-customer.ts';
import { notifications } from '#core/messages/server/tables.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { MemberDeleted } from '#platform/server/hooks.ts';
import { ERASED_CALLER } from '../contract/admin-reservations.ts';
import { recordEvent } from './changes/change-own-reservation.ts';
import { releaseSlot } from './schedule/release-slot.ts';
import { hasBegun } from './slot-start.ts';
import {
  calendarFeeds,
  idempotencyKeys,
  reservationEvents,
  reservationNotes,
  reservations,
} from './tables.ts';

/** Owns the reservations of deleted accounts, so that the admins' lists stay complete. */
export const WITHDRAWN_MEMBER = { id: '00000000-0000-4000-8000-000000000000', name: '탈퇴한 회원' } as const;

/** Locks the reservations, so that the archive contains the outcome of concurrent changes. */
const lockReservations = (tx: Tx, whose: SQL | undefined) =>
  tx
    .select({ id: reservations.id, code: reservations.code })
    .from(reservations)
    .where(whose)
    .orderBy(asc(reservations.id))
    .for('update');

/** Matches booked reservations whose meeting has not begun. */
export const isUpcomingReservation = (now: Date): SQL | undefined =>
  and(eq(reservations.state, 'BOOKED'), not(hasBegun(reservations.date, reservations.slot, now)));

type Actor = Pick<typeof reservationEvents.$inferInsert, 'actor' | 'actorId'>;

/** Cancels the upcoming ones of these reservations; returns their codes. */
const cancelUpcomingReservations = async (
  tx: Tx,
  ids: readonly number[],
  doing: Actor,
  now: Date,
): Promise<string[]> => {
  const upcoming = await tx
    .update(reservations)
    .set({ state: 'CANCELLED' })
    .where(and(inArray(reservations.id, ids), isUpcomingReservation(now)))
    .returning();
  for (const reservation of upcoming) {
    await releaseSlot(tx, reservation.id, now);
    await recordEvent(tx, reservation, { ...doing, action: 'CANCELLED', occurredAt: now });
  }
  return upcoming.map(({ code }) => code);
};

/** Copies the contracts, which the law requires us to retain for 5 years. `purge-expired.ts` deletes the copies. */
const archiveContracts = async (tx: Tx, ids: readonly number[], subject: SQL): Promise<void> => {
  await tx.execute(sql`
    insert into legal_retention.contracts
      (subject_hash, name, phone, code, shoot_type, date, slot, location, booked_at, cancelled_at, since)
    select ${subject}, coalesce(guest_name, members.name), coalesce(guest_phone, members.phone), code, shoot_type, date, slot, location,
      reservations.created_at, cancellation.occurred_at,
      coalesce((cancellation.occurred_at at time zone 'Asia/Seoul')::date, date)
    from reservations left join members on members.id = reservations.member_id
      cross join lateral (
        select case
          when reservations.state = 'CANCELLED' then (
            select max(events.occurred_at) from reservation_events as events
            where events.reservation_id = reservations.id and events.action = 'CANCELLED'
          )
        end as occurred_at
      ) as cancellation
    where ${inArray(reservations.id, ids)}
  `);
};

/**
 * Removes personal data from the reservations, the reasons in their history, their notes and the values of their messages. Code, state,
 * category, package, date and slot are among what remains. `owner` stands in for the customer.
 */
const anonymizeReservations = async (
  tx: Tx,
  ids: readonly number[],
  owner: Pick<typeof reservations.$inferInsert, 'memberId' | 'guestName' | 'guestPhone' | 'customerId'>,
): Promise<void> => {
  await tx.update(reservationEvents).set({ reason: '' }).where(inArray(reservationEvents.reservationId, ids));
  await tx.delete(reservationNotes).where(inArray(reservationNotes.subjectId, ids));
  await tx
    .update(notifications)
    .set({ values: sql`${notifications.values} - '상세' - '고객명'` })
    .where(inArray(notifications.reservationId, ids));
  await tx
    .update(reservations)
    .set({ ...owner, desiredShootDate: '', location: '', notes: '', answers: [] })
    .where(inArray(reservations.id, ids));
};

interface Customer {
  readonly whose: SQL | undefined;
  /** SQL for `subject_hash` in the archive. */
  readonly subject: SQL;
  /** Recorded in the history as the one who cancelled. */
  readonly actor: Actor;
  readonly owner: Parameters<typeof anonymizeReservations>[2];
}

/**
 * Cancels the upcoming reservations of customers whose data is deleted, archives the contracts and removes the personal data from
 * the reservations that stay in the admins' lists. Returns all ids and codes, and the codes of the cancelled ones.
 */
const release = async (tx: Tx, { whose, subject, actor, owner }: Customer, now: Date) => {
  const locked = await lockReservations(tx, whose);
  const ids = locked.map(({ id }) => id);
  const cancelled = await cancelUpcomingReservations(tx, ids, actor, now);
  await archiveContracts(tx, ids, subject);
  await anonymizeReservations(tx, ids, owner);
  return { ids, codes: locked.map(({ code }) => code), cancelled };
};

/** Cancels the upcoming reservations of a member whose account is deleted and removes the personal data from all of them. */
export const releaseReservations = async (
  tx: Tx,
  { memberId, now }: MemberDeleted,
): Promise<{ cancelled: readonly string[] }> => {
  await tx
    .insert(members)
    .values({ ...WITHDRAWN_MEMBER, status: 'WITHDRAWN' })
    // Older versions gave it another name.
    .onConflictDoUpdate({ target: members.id, set: { name: WITHDRAWN_MEMBER.name } });
  const { cancelled } = await release(
    tx,
    {
      whose: eq(reservations.memberId, memberId),
      subject: sql`${hashMemberId(memberId)}::bytea`,
      actor: { actor: 'MEMBER' },
      owner: { memberId: WITHDRAWN_MEMBER.id },
    },
    now,
  );
  await tx.update(reservationEvents).set({ actorId: null }).where(eq(reservationEvents.actorId, memberId));
  await tx.update(calendarFeeds).set({ createdBy: null }).where(eq(calendarFeeds.createdBy, memberId));
  return { cancelled };
};

/** Matches reservations taken by phone that still have their customer's data. */
export const isOfCaller = and(isNull(reservations.memberId), ne(reservations.guestName, ERASED_CALLER));

/** Does the same for the reservations of callers that `whose` matches. `adminId` is null after a restore. Returns their codes. */
export const releaseCallerReservations = async (
  tx: Tx,
  whose: SQL | undefined,
  { adminId, now }: { readonly adminId: string | null; readonly now: Date },
): Promise<string[]> => {
  const { ids, codes } = await release(
    tx,
    {
      whose: and(isOfCaller, whose),
      subject: sql`sha256(code::bytea)`,
      actor: { actor: 'ADMIN', actorId: adminId },
      owner: { guestName: ERASED_CALLER, guestPhone: null, customerId: null },
    },
    now,
  );
  const sent = inArray(notifications.reservationId, ids);
  await endMessagesToCustomer(tx, sent, now);
  await tx.update(notifications).set({ address: null, values: {} }).where(sent);
  // The hashes stored with these keys include name and phone number.
  await tx.delete(idempotencyKeys).where(inArray(idempotencyKeys.reservationId, ids));
  return codes;
};

/** Locks a reservation; returns no row when its customer's data was deleted. */
export const lockWithCustomer = (tx: Tx, id: number) =>
  lockReservations(
    tx,
    and(eq(reservations.id, id), or(isOfCaller, ne(reservations.memberId, WITHDRAWN_MEMBER.id))),
  );
