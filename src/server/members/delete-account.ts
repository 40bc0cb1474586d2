import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { lockAdmins } from './admins.ts';
import { appError } from '#contract/errors.ts';
import { verifyCurrentPassword } from '#server/auth/login/change-password.ts';
import { clearFailures, clearFailuresOf, codeCounter } from '#server/auth/login/failure-counters.ts';
import {
  dropReservationMessages,
  endMessagesOfMember,
  queueSecurityNotice,
} from '#server/notifications/queue-notification.ts';
import type { Tx } from '#server/db/database.ts';
import { releaseSlot } from '#server/reservations/slots/release-slot.ts';
import { rateCounters } from '#server/db/counters-schema.ts';
import {
  calendarFeeds,
  members,
  notifications,
  reservationEvents,
  reservations,
  verificationCodes,
} from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { deleteUploads } from '#server/private-files/picture-uploads.ts';
import { findRateCounterKeys } from '#server/http/overload/rate-limiter.ts';
import { completeRequest } from '#server/http/repeated-requests.ts';
import { isUpcomingReservation } from './queries.ts';
import { reserveLoginId } from './reserved-login-ids.ts';
import { hashMemberId, archiveLegalRecords } from './archive-legal-records.ts';

type MemberRow = typeof members.$inferSelect;

/** Owns the past reservations of deleted accounts, so that the admins' lists stay complete. */
const WITHDRAWN_MEMBER = { id: '00000000-0000-4000-8000-000000000000', name: '탈퇴회원' } as const;

/** Locks the reservations, so that the archive contains the outcome of concurrent changes. */
const lockReservations = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.memberId, memberId))
    .orderBy(asc(reservations.id))
    .for('update');
};

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
  for (const { id, date, slot } of upcoming) {
    await releaseSlot(tx, id, now);
    const cancelled = {
      action: 'CANCELLED',
      actor: 'MEMBER',
      actorId: memberId,
      date,
      slot,
      occurredAt: now,
    } as const;
    await tx.insert(reservationEvents).values({ reservationId: id, ...cancelled });
    await dropReservationMessages(tx, id);
  }
  return upcoming.map(({ code }) => code);
};

/** Removes cancellation reasons, which are personal data, and the member's id from the history. */
const anonymizeHistory = async (tx: Tx, memberId: string, now: Date): Promise<void> => {
  const own = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.memberId, memberId));
  await tx.update(reservationEvents).set({ reason: '' }).where(inArray(reservationEvents.reservationId, own));
  await tx.update(reservationEvents).set({ actorId: null }).where(eq(reservationEvents.actorId, memberId));
  await tx.update(calendarFeeds).set({ createdBy: null }).where(eq(calendarFeeds.createdBy, memberId));
  await endMessagesOfMember(tx, memberId, now);
  await tx
    .update(notifications)
    .set({ memberId: null, values: {} })
    .where(eq(notifications.memberId, memberId));
};

/** Removes personal data from past and cancelled reservations; only date and slot remain. */
const anonymizeReservations = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .insert(members)
    .values({ ...WITHDRAWN_MEMBER, status: 'WITHDRAWN' })
    .onConflictDoNothing();
  await tx
    .update(reservations)
    .set({ memberId: WITHDRAWN_MEMBER.id, desiredShootDate: '', location: '', notes: '' })
    .where(eq(reservations.memberId, memberId));
};

const deleteCounters = async (
  tx: Tx,
  secret: Uint8Array,
  { id, loginIdKey, phone }: MemberRow,
): Promise<void> => {
  const keys = findRateCounterKeys(secret, { member: id });
  await tx.delete(rateCounters).where(inArray(rateCounters.key, keys));
  await clearFailuresOf(tx, { id, loginIdKey });
  if (phone !== null) await clearFailures(tx, [codeCounter(phone)]);
  const ofPhone = phone === null ? undefined : eq(verificationCodes.phone, phone);
  await tx.delete(verificationCodes).where(or(eq(verificationCodes.memberId, id), ofPhone));
};

const deleteMember = (deps: Deps, id: string, notifies: boolean) =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [seen] = await tx.select({ role: members.role }).from(members).where(eq(members.id, id));
    if (seen?.role === 'ADMIN' && (await lockAdmins(tx)).length <= 1) throw appError('LAST_ADMIN');
    const [member] = await tx.select().from(members).where(eq(members.id, id)).for('update');
    if (member === undefined) return null;
    await lockReservations(tx, id);
    const cancelled = await cancelUpcomingReservations(tx, id, now);
    await archiveLegalRecords(tx, id, now);
    await anonymizeHistory(tx, id, now);
    await anonymizeReservations(tx, id);
    await deleteCounters(tx, deps.authSecret, member);
    if (member.loginIdKey !== null) await reserveLoginId(tx, deps, member.loginIdKey);
    await deleteUploads(tx, id);
    // Sessions, tokens, consents, questions, idempotency keys and holds are deleted by cascade.
    await tx.delete(members).where(eq(members.id, id));
    if (notifies && member.phone !== null)
      await queueSecurityNotice(tx, { kind: 'WITHDRAWN', phone: member.phone }, now);
    await completeRequest(tx);
    return { deletedAt: now, cancelledCodes: cancelled };
  });

/** Deletes a member in one transaction, idempotently; `notifies` sends them a message about it. Throws LAST_ADMIN. */
export const eraseMember = async (
  deps: Deps,
  id: string,
  { notifies }: { readonly notifies: boolean },
): Promise<void> => {
  const erased = await deleteMember(deps, id, notifies);
  if (erased === null) return;
  const subject = hashMemberId(id).toString('hex');
  // Also recorded outside of the database, which may be restored from an older backup.
  deps.log.info({ event: 'member_erased', subject, cancelled: erased.cancelledCodes });
  await deps.erasures.append(subject, erased.deletedAt).catch((err: unknown) => {
    deps.log.error({ event: 'erasure_not_noted', subject, err });
  });
};

/** Deletes a member who asked for it. Throws LAST_ADMIN, and PASSWORD_WRONG when a wrong password is given. */
export const deleteAccount = async (deps: Deps, id: string, password: string | undefined): Promise<void> => {
  if (password !== undefined) await verifyCurrentPassword(deps, id, password);
  await eraseMember(deps, id, { notifies: true });
};
