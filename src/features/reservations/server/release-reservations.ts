import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { hashMemberId } from '#core/auth/server/hash-member-id.ts';
import { members } from '#core/auth/server/tables.ts';
import { notifications } from '#core/messages/server/tables.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { MemberDeleted } from '#platform/server/hooks.ts';
import { recordEvent } from './changes/change-own-reservation.ts';
import { releaseSlot } from './schedule/release-slot.ts';
import { seoulClock, slotStartText } from './slot-start.ts';
import { calendarFeeds, reservationEvents, reservations } from './tables.ts';

/** Owns the past reservations of deleted accounts, so that the admins' lists stay complete. */
const WITHDRAWN_MEMBER = { id: '00000000-0000-4000-8000-000000000000', name: '탈퇴한 회원' } as const;

/** Locks the reservations, so that the archive contains the outcome of concurrent changes. */
const lockReservations = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.memberId, memberId))
    .orderBy(asc(reservations.id))
    .for('update');
};

/** Reserved, and the meeting has not begun. */
export const isUpcomingReservation = (now: Date): SQL => sql`(${reservations.state} = 'BOOKED'
    and (${reservations.date}, ${slotStartText(reservations.slot)}) > (${seoulDate(now)}::date, ${seoulClock(now)}::text))`;

/** Cancels upcoming reservations on behalf of the member; returns their codes. */
const cancelUpcomingReservations = async (tx: Tx, memberId: string, now: Date): Promise<string[]> => {
  const upcoming = await tx
    .update(reservations)
    .set({ state: 'CANCELLED' })
    .where(and(eq(reservations.memberId, memberId), isUpcomingReservation(now)))
    .returning({
      id: reservations.id,
      code: reservations.code,
      date: reservations.date,
      slot: reservations.slot,
    });
  const cancelled = { action: 'CANCELLED', actor: 'MEMBER', actorId: memberId, occurredAt: now } as const;
  for (const reservation of upcoming) {
    await releaseSlot(tx, reservation.id, now);
    await recordEvent(tx, reservation, cancelled);
  }
  return upcoming.map(({ code }) => code);
};

/** Removes cancellation reasons and answers, which are personal data, and the member's id from the history and the messages. */
const anonymizeHistory = async (tx: Tx, memberId: string): Promise<void> => {
  const own = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.memberId, memberId));
  await tx.update(reservationEvents).set({ reason: '' }).where(inArray(reservationEvents.reservationId, own));
  await tx
    .update(notifications)
    .set({ values: sql`${notifications.values} - '상세'` })
    .where(inArray(notifications.reservationId, own));
  await tx.update(reservationEvents).set({ actorId: null }).where(eq(reservationEvents.actorId, memberId));
  await tx.update(calendarFeeds).set({ createdBy: null }).where(eq(calendarFeeds.createdBy, memberId));
};

/** Removes personal data from past and cancelled reservations; only date and slot remain. */
const anonymizeReservations = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .insert(members)
    .values({ ...WITHDRAWN_MEMBER, status: 'WITHDRAWN' })
    // Older versions gave it another name.
    .onConflictDoUpdate({ target: members.id, set: { name: WITHDRAWN_MEMBER.name } });
  await tx
    .update(reservations)
    .set({ memberId: WITHDRAWN_MEMBER.id, desiredShootDate: '', location: '', notes: '', answers: [] })
    .where(eq(reservations.memberId, memberId));
};

/** Copies the contracts, which the law requires us to retain for 5 years. `purge-expired.ts` deletes them. */
const archiveContracts = async (tx: Tx, memberId: string): Promise<void> => {
  await tx.execute(sql`
    insert into legal_retention.contracts
      (subject_hash, name, phone, code, shoot_type, date, slot, location, booked_at, cancelled_at, since)
    select ${hashMemberId(memberId)}::bytea, members.name, members.phone, code, shoot_type, date, slot, location, reservations.created_at,
      cancellation.occurred_at,
      coalesce((cancellation.occurred_at at time zone 'Asia/Seoul')::date, date)
    from reservations join members on members.id = reservations.member_id
      cross join lateral (
        select case
          when reservations.state = 'CANCELLED' then (
            select max(events.occurred_at) from reservation_events as events
            where events.reservation_id = reservations.id and events.action = 'CANCELLED'
          )
        end as occurred_at
      ) as cancellation
    where reservations.member_id = ${memberId}
  `);
};

/**
 * Cancels the upcoming reservations of a member whose account is deleted, archives the contracts and removes the personal data from
 * the reservations that stay in the admins' lists. Returns the codes of the cancelled ones.
 */
export const releaseReservations = async (
  tx: Tx,
  { memberId, now }: MemberDeleted,
): Promise<{ cancelled: readonly string[] }> => {
  await lockReservations(tx, memberId);
  const cancelled = await cancelUpcomingReservations(tx, memberId, now);
  await archiveContracts(tx, memberId);
  await anonymizeHistory(tx, memberId);
  await anonymizeReservations(tx, memberId);
  return { cancelled };
};
