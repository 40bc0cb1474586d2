import { and, eq, exists, gt, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import { lockMember } from '#core/auth/server/lock-member.ts';
import { guestCookie } from '#core/auth/server/sessions/random-cookie.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate, seoulInstant } from '#platform/contract/seoul-time.ts';
import { hmac } from '#platform/server/crypto/derive-key.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import { rateCounters } from '#platform/server/db/tables.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { SessionCreated } from '#platform/server/hooks.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { startsWithin } from '../../contract/bookable-dates.ts';
import type { SlotHold } from '../../contract/reservations.ts';
import { reservationSections } from '../../contract/sections.ts';
import type { Slot } from '../../contract/slots.ts';
import { findBookingContext, findViolation } from '../booking/policy.ts';
import { slotClaims } from '../tables.ts';
import { claimHold, classifySlot } from './claim.ts';
import { selectClaims } from './find-availability.ts';
import { findDaySlots } from './hours.ts';

interface HoldRequest {
  readonly memberId: string;
  readonly meeting: { readonly date: string; readonly time: Slot };
  readonly now: Date;
}

const presentHold = (meeting: HoldRequest['meeting'], heldUntil: Date, minutes: number): SlotHold => ({
  ...meeting,
  heldUntil: heldUntil.toISOString(),
  minutes,
});

/**
 * Holds a slot for a member. A call for a slot that the member still holds keeps the end, so that a forgotten tab cannot extend the
 * hold. Throws the slot errors, BOOKING_LIMIT and BOOKING_DAY_LIMIT, and UNAUTHENTICATED when the member no longer exists.
 */
export const holdSlot = (db: Db, request: HoldRequest): Promise<SlotHold> =>
  db.transaction(async (tx) => {
    const [, context] = await Promise.all([
      lockMember(tx, request.memberId),
      findBookingContext(tx, request),
    ]);
    if (context === null) throw appError('UNAUTHENTICATED');
    const { now, meeting } = request;
    const refusal = findViolation(context, meeting, now);
    if (refusal !== null) throw refusal;
    const minutes = context.rules.holdMinutes;
    if (context.heldUntil !== null) return presentHold(meeting, context.heldUntil, minutes);
    // A member has one hold at a time.
    await tx.delete(slotClaims).where(eq(slotClaims.heldBy, request.memberId));
    const heldUntil = new Date(now.getTime() + minutes * 60_000);
    await claimHold(tx, { heldBy: request.memberId }, meeting, { now, heldUntil });
    return presentHold(meeting, heldUntil, minutes);
  });

/** The member, or the guest by the hash of their cookie. */
type Holder = { readonly memberId: string } | { readonly guestHash: Buffer };

/** Releases the holder's hold of the slot, idempotently. */
export const releaseHold = async (
  db: Db,
  holder: Holder,
  { date, time }: HoldRequest['meeting'],
): Promise<void> => {
  const isOwn =
    'memberId' in holder
      ? eq(slotClaims.heldBy, holder.memberId)
      : eq(slotClaims.guestHash, holder.guestHash);
  const isThis = and(eq(slotClaims.date, date), eq(slotClaims.slot, time), isOwn);
  await retryTransaction(async () => void (await db.delete(slotClaims).where(isThis)));
};

const MAX_GUEST_HOLDS = 20;
const MAX_GUEST_HOLDS_PER_DATE = 2;
/** A /48 may be the network of one customer, or one that many customers of a mobile carrier share. */
const MAX_GUEST_HOLDS_PER_PREFIX = 4;

interface GuestHoldRequest {
  readonly cookie: string;
  readonly meeting: HoldRequest['meeting'];
  readonly caller: Pick<Caller, 'ip' | 'network'>;
}

const { date, guestHash, guestNetwork, guestPrefix, heldUntil } = slotClaims;

const identifyGuest = (
  { authSecret, env }: Pick<Deps, 'authSecret' | 'env'>,
  { cookie, caller }: GuestHoldRequest,
) => {
  const hash = (network: string) => hmac(authSecret, 'guest-network', network);
  return {
    guestHash: guestCookie.hash(cookie),
    guestNetwork: env.rateLimits ? hash(caller.ip) : null,
    guestPrefix: env.rateLimits && caller.network !== caller.ip ? hash(caller.network) : null,
  };
};

type Guest = ReturnType<typeof identifyGuest>;

const readDay = async (tx: Tx, day: string) => ({
  rules: await readSection(tx, reservationSections.booking),
  offered: (await findDaySlots(tx, day, day))(day),
  claims: await selectClaims(tx, day, day),
});

/**
 * Returns the end of the guest's hold of the slot, or null. Throws when the slot cannot be booked, and when the guest does not hold it yet
 * and it is the last free one of its date.
 */
const findOwnHold = (
  { rules, offered, claims }: Awaited<ReturnType<typeof readDay>>,
  { date: day, time }: GuestHoldRequest['meeting'],
  guest: Guest,
  now: Date,
): Date | null => {
  const holder = guest.guestHash.toString('hex');
  const isFree = (value: Slot): boolean =>
    !startsWithin(day, value, rules.leadHours, now) &&
    ['FREE', 'MINE'].includes(classifySlot(claims, value, holder, now));
  const state = classifySlot(claims, time, holder, now);
  const context = {
    rules,
    isSlotOffered: offered.includes(time),
    availability: state,
    upcomingReservations: 0,
    reservationsOnDate: 0,
  };
  const refusal = findViolation(context, { date: day, time }, now);
  if (refusal !== null) throw refusal;
  if (state === 'MINE') return claims.find(({ slot }) => slot === time)?.heldUntil ?? null;
  // Guests get no new hold of the last free time of a day.
  if (!offered.some((value) => value !== time && isFree(value))) throw appError('HOLD_REFUSED');
  return null;
};

/** Throws when the other guests of the network, the /48 prefix, the date or the whole site hold as many slots as they may. */
const assertRoom = async (tx: Tx, guest: Guest, day: string, now: Date): Promise<void> => {
  const others = await tx
    .select({ date, guestNetwork, guestPrefix })
    .from(slotClaims)
    .where(and(isNotNull(guestHash), ne(guestHash, guest.guestHash), gt(heldUntil, now)));
  const isSame = (one: Buffer | null, other: Buffer | null) => one !== null && other?.equals(one) === true;
  const ofNetwork = others.filter((hold) => isSame(hold.guestNetwork, guest.guestNetwork));
  const ofPrefix = others.filter((hold) => isSame(hold.guestPrefix, guest.guestPrefix));
  const onDate = others.filter((hold) => hold.date === day);
  if (
    others.length >= MAX_GUEST_HOLDS ||
    onDate.length >= MAX_GUEST_HOLDS_PER_DATE ||
    ofPrefix.length >= MAX_GUEST_HOLDS_PER_PREFIX ||
    ofNetwork.length > 0
  )
    throw appError('HOLD_REFUSED');
};

/** Throws when this guest, network or /48 prefix has already held the slot on the present day in Seoul. */
const recordFirstHold = async (tx: Tx, guest: Guest, meeting: GuestHoldRequest['meeting'], now: Date) => {
  const windowStart = seoulInstant(seoulDate(now), 0);
  const holders = [guest.guestHash, guest.guestNetwork, guest.guestPrefix].filter(
    (holder) => holder !== null,
  );
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

/** Releases the guest's former hold and the network's expired hold, because the database allows one hold per guest and one per network. */
const releaseFormer = async (tx: Tx, guest: Guest, now: Date): Promise<void> => {
  const isExpired = and(
    guest.guestNetwork === null ? sql`false` : eq(guestNetwork, guest.guestNetwork),
    lte(heldUntil, now),
  );
  await tx.delete(slotClaims).where(or(eq(guestHash, guest.guestHash), isExpired));
};

/**
 * Holds a slot for a visitor who is not logged in. A call for a slot that the visitor still holds keeps the end. Throws the slot
 * errors, and HOLD_REFUSED when the visitor can only book without a hold.
 */
export const holdSlotAsGuest = async (
  deps: Pick<Deps, 'db' | 'authSecret' | 'clock' | 'env'>,
  request: GuestHoldRequest,
): Promise<SlotHold> => {
  const { meeting } = request;
  const now = deps.clock.now();
  const guest = identifyGuest(deps, request);
  return deps.db.transaction(async (tx) => {
    // Serialises guests' holds, because each depends on all others.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('guest-hold', 0))`);
    const day = await readDay(tx, meeting.date);
    const minutes = day.rules.holdMinutes;
    const ownEnd = findOwnHold(day, meeting, guest, now);
    if (ownEnd !== null) return presentHold(meeting, ownEnd, minutes);
    await assertRoom(tx, guest, meeting.date, now);
    await recordFirstHold(tx, guest, meeting, now);
    await releaseFormer(tx, guest, now);
    const end = new Date(now.getTime() + minutes * 60_000);
    await claimHold(tx, guest, meeting, { now, heldUntil: end });
    return presentHold(meeting, end, minutes);
  });
};

/** Makes an active hold of a guest the member's, in place of the hold that the member has. */
export const adoptGuestHold = async (tx: Tx, { memberId, guestHash: hash, now }: SessionCreated) => {
  if (hash === null) return;
  const isActive = and(eq(guestHash, hash), gt(heldUntil, now));
  const adopted = tx.select({ slot: slotClaims.slot }).from(slotClaims).where(isActive);
  await tx.delete(slotClaims).where(and(eq(slotClaims.heldBy, memberId), exists(adopted)));
  await tx
    .update(slotClaims)
    .set({ heldBy: memberId, guestHash: null, guestNetwork: null, guestPrefix: null })
    .where(isActive);
};
