import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { refuse } from '#contract/errors.ts';
import { confirmPassword } from '#server/auth/change-password.ts';
import { accountBucket, codeBucket, forgetFailures, passwordBucket } from '#server/auth/failure-limit.ts';
import { sendNotice } from '#server/auth/send-notice.ts';
import type { Db } from '#server/db/connection.ts';
import { freeSlot } from '#server/db/free-slot.ts';
import { retryTransaction } from '#server/db/retry.ts';
import {
  calendarFeeds,
  members,
  rateCounters,
  reservationEvents,
  reservations,
  verificationCodes,
} from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { counterKeysOf } from '#server/http/limit-rate.ts';
import { isUpcoming } from './queries.ts';
import { reserveLoginId } from './reserved-login-ids.ts';
import { hashSubject, retainRecords } from './retain-records.ts';

type Tx = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;
type MemberRow = typeof members.$inferSelect;

/** Owns the past bookings of withdrawn members, so that the admins' lists stay complete. */
const WITHDRAWN_MEMBER = { id: '00000000-0000-4000-8000-000000000000', name: '탈퇴회원' } as const;

const lockMember = async (tx: Tx, id: string): Promise<MemberRow | null> => {
  const [member] = await tx.select().from(members).where(eq(members.id, id)).for('update');
  return member ?? null;
};

/** Concurrent withdrawals of the last two admins wait for the same locks. */
const refuseLastAdmin = async (tx: Tx): Promise<void> => {
  const isAdmin = eq(members.role, 'ADMIN');
  const admins = await tx
    .select({ id: members.id })
    .from(members)
    .where(isAdmin)
    .orderBy(asc(members.id))
    .for('update');
  if (admins.length <= 1) throw refuse('LAST_ADMIN');
};

/** Waits for concurrent changes, so that the retained records have their outcome. */
const lockBookings = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.memberId, memberId))
    .orderBy(asc(reservations.id))
    .for('update');
};

/** Cancels upcoming bookings as if the member had done it; answers their codes. */
const cancelUpcoming = async (tx: Tx, memberId: string, now: Date): Promise<string[]> => {
  const upcoming = await tx
    .update(reservations)
    .set({ state: 'CANCELLED' })
    .where(and(eq(reservations.memberId, memberId), isUpcoming(now)))
    .returning({
      id: reservations.id,
      code: reservations.code,
      date: reservations.date,
      slot: reservations.slot,
    });
  for (const { id, date, slot } of upcoming) {
    await freeSlot(tx, id, now);
    const cancelled = {
      action: 'CANCELLED',
      actor: 'MEMBER',
      actorId: memberId,
      date,
      slot,
      at: now,
    } as const;
    await tx.insert(reservationEvents).values({ reservationId: id, ...cancelled });
  }
  return upcoming.map(({ code }) => code);
};

/** Cancellation reasons are personal data; an admin's own actions stay without the name. */
const anonymiseHistory = async (tx: Tx, memberId: string): Promise<void> => {
  const own = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.memberId, memberId));
  await tx.update(reservationEvents).set({ reason: '' }).where(inArray(reservationEvents.reservationId, own));
  await tx.update(reservationEvents).set({ actorId: null }).where(eq(reservationEvents.actorId, memberId));
  await tx.update(calendarFeeds).set({ createdBy: null }).where(eq(calendarFeeds.createdBy, memberId));
};

/** Past and cancelled bookings keep only when the studio was busy. */
const anonymiseBookings = async (tx: Tx, memberId: string): Promise<void> => {
  await tx
    .insert(members)
    .values({ ...WITHDRAWN_MEMBER, status: 'WITHDRAWN' })
    .onConflictDoNothing();
  await tx
    .update(reservations)
    .set({ memberId: WITHDRAWN_MEMBER.id, desiredShootDate: '', location: '', notes: '' })
    .where(eq(reservations.memberId, memberId));
};

const forgetCounters = async (
  tx: Tx,
  secret: Uint8Array,
  { id, loginIdKey, phone }: MemberRow,
): Promise<void> => {
  const keys = counterKeysOf(secret, { member: id, ...(phone === null ? {} : { phone }) });
  await tx.delete(rateCounters).where(inArray(rateCounters.key, keys));
  await forgetFailures(tx, [
    passwordBucket(id),
    ...(loginIdKey === null ? [] : [accountBucket(loginIdKey)]),
    ...(phone === null ? [] : [codeBucket(phone)]),
  ]);
  const ofPhone = phone === null ? undefined : eq(verificationCodes.phone, phone);
  await tx.delete(verificationCodes).where(or(eq(verificationCodes.memberId, id), ofPhone));
};

interface Erased {
  readonly at: Date;
  readonly phone: string | null;
  readonly cancelled: readonly string[];
}

const eraseMember = (deps: Deps, id: string): Promise<Erased | null> =>
  deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [seen] = await tx.select({ role: members.role }).from(members).where(eq(members.id, id));
    if (seen?.role === 'ADMIN') await refuseLastAdmin(tx);
    const member = await lockMember(tx, id);
    if (member === null) return null;
    await lockBookings(tx, id);
    const cancelled = await cancelUpcoming(tx, id, now);
    await retainRecords(tx, id, now);
    await anonymiseHistory(tx, id);
    await anonymiseBookings(tx, id);
    await forgetCounters(tx, deps.authSecret, member);
    if (member.loginIdKey !== null) await reserveLoginId(tx, deps, member.loginIdKey);
    // Sessions, tokens, consents, inquiries, idempotency keys and holds are deleted by cascade.
    await tx.delete(members).where(eq(members.id, id));
    return { at: now, phone: member.phone, cancelled };
  });

/** Erases a member in one transaction, idempotently. Refuses LAST_ADMIN, and PASSWORD_WRONG when a password is given. */
export const withdraw = async (deps: Deps, id: string, password: string | undefined): Promise<void> => {
  if (password !== undefined) await confirmPassword(deps, id, password);
  const erased = await retryTransaction(() => eraseMember(deps, id));
  if (erased === null) return;
  const subject = hashSubject(id).toString('hex');
  // Also noted outside of the database, which may be restored from an older backup.
  deps.log.info({ event: 'member_erased', subject, cancelled: erased.cancelled });
  await deps.erasures.note(subject, erased.at).catch((err: unknown) => {
    deps.log.error({ event: 'erasure_not_noted', subject, err });
  });
  if (erased.phone !== null) sendNotice(deps, erased.phone, 'WITHDRAWN');
};
