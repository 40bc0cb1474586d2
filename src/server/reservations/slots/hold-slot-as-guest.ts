import { createHmac } from 'node:crypto';
import { and, eq, gt, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import { appError } from '#contract/errors.ts';
import { seoulDate, seoulInstant } from '#contract/seoul-time.ts';
import type { Slot } from '#contract/slots.ts';
import type { BookingRules } from '#contract/studio-settings.ts';
import { deriveKey } from '#server/auth/derive-key.ts';
import { hashGuestCookie } from '#server/auth/sessions/guest-cookie.ts';
import type { Tx } from '#server/db/database.ts';
import { retryTransaction } from '#server/db/retry-transaction.ts';
import { rateCounters } from '#server/db/counters-schema.ts';
import { slotClaims } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { findViolation } from '#server/reservations/booking/booking-policy.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { claimHold } from './claim-hold.ts';
import type { Hold } from './hold-slot.ts';

const MAX_GUEST_HOLDS_PER_DATE = 2;

interface GuestHoldRequest {
  readonly cookie: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly caller: Pick<Caller, 'ip'>;
}

interface Guest {
  readonly guestHash: Buffer;
  readonly guestNetwork: Buffer | null;
}

const { date, slot, guestHash, guestNetwork, heldUntil } = slotClaims;

const assertBookable = (rules: BookingRules, meeting: GuestHoldRequest['meeting'], now: Date): void => {
  const standing = { rules, isOffered: true, isTaken: false, upcomingReservations: 0, reservationsOnDate: 0 };
  const refusal = findViolation(standing, meeting, now);
  if (refusal !== null) throw refusal;
};

/** The end of the guest's own hold of the slot, or null. */
const findOwnHold = async (tx: Tx, guest: Guest, meeting: GuestHoldRequest['meeting'], now: Date) => {
  const [own] = await tx
    .select({ heldUntil })
    .from(slotClaims)
    .where(
      and(eq(date, meeting.date), eq(slot, meeting.time), eq(guestHash, guest.guestHash), gt(heldUntil, now)),
    );
  return own?.heldUntil ?? null;
};

/** Throws when others of the guest's network hold a slot, or guests hold as many slots of the date as they may. */
const assertRoom = async (tx: Tx, guest: Guest, day: string, now: Date): Promise<void> => {
  const network = guest.guestNetwork;
  const others = await tx
    .select({ date, guestNetwork })
    .from(slotClaims)
    .where(
      and(
        isNotNull(guestHash),
        ne(guestHash, guest.guestHash),
        gt(heldUntil, now),
        or(eq(date, day), network === null ? undefined : eq(guestNetwork, network)),
      ),
    );
  const isNetworkHolding = network !== null && others.some((claim) => claim.guestNetwork?.equals(network));
  const onDate = others.filter((claim) => claim.date === day);
  if (isNetworkHolding || onDate.length >= MAX_GUEST_HOLDS_PER_DATE) throw appError('HOLD_REFUSED');
};

/** Throws when this guest or network held the slot before on this day. */
const recordFirstHold = async (tx: Tx, guest: Guest, meeting: GuestHoldRequest['meeting'], now: Date) => {
  const windowStart = seoulInstant(seoulDate(now), 0);
  const holders = [guest.guestHash, guest.guestNetwork].filter((holder) => holder !== null);
  const keys = holders.map(
    (holder) => `guest-hold:${meeting.date}:${meeting.time}:${holder.toString('base64url')}`,
  );
  const recorded = await tx
    .insert(rateCounters)
    .values(keys.map((key) => ({ key, windowStart, hits: 1 })))
    .onConflictDoNothing()
    .returning({ key: rateCounters.key });
  if (recorded.length < keys.length) throw appError('HOLD_REFUSED');
};

/** Releases the guest's hold of another slot, and expired holds of the network, which allow one each. */
const releaseFormer = async (tx: Tx, guest: Guest, now: Date): Promise<void> => {
  const isExpired = and(
    guest.guestNetwork === null ? sql`false` : eq(guestNetwork, guest.guestNetwork),
    lte(heldUntil, now),
  );
  await tx.delete(slotClaims).where(or(eq(guestHash, guest.guestHash), isExpired));
};

/**
 * Holds a slot for a visitor who is not logged in; resolves to its end. A repeated call keeps the first end. Throws HOLD_REFUSED
 * when the visitor can only book without a hold, and otherwise the errors of a member's hold.
 */
export const holdSlotAsGuest = async (
  { db, authSecret, clock, settings }: Pick<Deps, 'db' | 'authSecret' | 'clock' | 'settings'>,
  { cookie, meeting, caller }: GuestHoldRequest,
): Promise<Hold> => {
  const now = clock.now();
  const networkKey = deriveKey(authSecret, 'guest-network');
  const guest: Guest = {
    guestHash: hashGuestCookie(cookie),
    guestNetwork: settings.rateLimits ? createHmac('sha256', networkKey).update(caller.ip).digest() : null,
  };
  const hold = async (tx: Tx): Promise<Hold> => {
    // Serialises guests' holds, because each depends on the others of its date and network.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('guest-hold', 0))`);
    const rules = await readSection(tx, 'booking');
    assertBookable(rules, meeting, now);
    const minutes = rules.holdMinutes;
    const ownEnd = await findOwnHold(tx, guest, meeting, now);
    if (ownEnd !== null) return { heldUntil: ownEnd, minutes };
    await assertRoom(tx, guest, meeting.date, now);
    await recordFirstHold(tx, guest, meeting, now);
    await releaseFormer(tx, guest, now);
    const end = new Date(now.getTime() + minutes * 60_000);
    await claimHold(tx, guest, meeting, { now, heldUntil: end });
    return { heldUntil: end, minutes };
  };
  return retryTransaction(() => db.transaction(hold));
};
