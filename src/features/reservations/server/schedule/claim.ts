import { sql, type SQL, and, eq, gt, inArray, ne, or, type Placeholder } from 'drizzle-orm';
import { appError, type AppError } from '#platform/contract/errors.ts';
import { refuseViolation } from '#platform/server/db/database-errors.ts';
import type { Tx } from '#platform/server/db/database.ts';
import { definePrepared, placeholdersOf } from '#platform/server/db/define-prepared.ts';
import { formatMinutes, slotEnd, slotStart, type Slot, overlaps } from '../../contract/slots.ts';
import { slotStartText } from '../slot-start.ts';
import { slotClaims, type SlotOfDay } from '../tables.ts';
import { isSlotOffered, type SlotRange } from './hours.ts';

/**
 * Matches unless the slot overlaps a claim of another slot of the date. For inserts whose conflict clause handles claims of the same
 * slot only.
 */
export const isClear = (date: SQL, slot: SQL): SQL => sql`not exists (
  select from slot_claims as other
  where other.date = ${date} and other.slot <> ${slot} and other.during && tsrange(
    ${date} + ${slotStartText(slot)}::interval, ${date} + rpad(split_part(${slot}, '-', 2), 5, ':00')::interval
  )
)`;

/** A slot of a date as a `tsrange` in Seoul time, to compare with `slot_claims.during`. */
export const slotWindow = (date: string, slot: Slot): string =>
  `[${date} ${formatMinutes(slotStart(slot))},${date} ${formatMinutes(slotEnd(slot))})`;

type Claim = Pick<typeof slotClaims.$inferSelect, 'slot' | 'kind' | 'heldUntil'> & {
  /** The member's id or, where it is read, the hash of a guest's cookie. */
  readonly holder: string | null;
};

/** `MINE`: this holder holds exactly this slot. `HELD`: another active hold overlaps it. */
export type Availability = 'FREE' | 'MINE' | 'HELD' | 'BOOKED' | 'BLOCKED';

const classifyClaim = (claim: Claim, slot: Slot, holder: string | null, now: Date): Availability => {
  if (!overlaps(claim.slot, slot)) return 'FREE';
  if (claim.kind !== 'HELD') return claim.kind;
  if (claim.heldUntil === null || claim.heldUntil <= now) return 'FREE';
  return claim.slot === slot && claim.holder === holder ? 'MINE' : 'HELD';
};

/** Classifies a slot by the active claims of its date that overlap it, for this holder or for nobody (null). */
export const classifySlot = (
  claims: readonly Claim[],
  slot: Slot,
  holder: string | null,
  now: Date,
): Availability =>
  claims.map((claim) => classifyClaim(claim, slot, holder, now)).find((state) => state !== 'FREE') ?? 'FREE';

/** The texts of a taken slot. Only that of BOOKED, the default text, says that the slot is booked. */
const slotMessages = {
  BOOKED: undefined,
  BLOCKED: '지금은 예약할 수 없는 시간입니다. 다른 시간을 선택해 주세요.',
  HELD: '다른 분이 예약하고 있습니다. 다른 시간을 선택해 주세요.',
} as const;

/** The error of a slot that is booked, blocked or held. */
export const slotTaken = (state: keyof typeof slotMessages): AppError =>
  appError('SLOT_TAKEN', { message: slotMessages[state] });

const { placeholder } = sql;

/** Matches an existing claim that this member, or the studio (null), may replace. */
const mayReplace = (now: string | Placeholder, memberId: string | Placeholder | null): SQL => sql`
  slot_claims.kind = 'HELD' and (${memberId}::uuid is null or slot_claims.held_by = ${memberId}::uuid
    or slot_claims.held_until <= ${now}::timestamptz)`;

/** Matches claims that are active, excluding expired holds. */
export const isActiveClaim = (now: Date) => or(ne(slotClaims.kind, 'HELD'), gt(slotClaims.heldUntil, now));

/** The conflict clause of a claim that replaces an expired hold, or with `ANY` any hold. */
export const replaceHoldOnConflict = (
  now: Date,
  replaced: 'EXPIRED' | 'ANY',
): SQL => sql`on conflict (date, slot) do update
  set kind = excluded.kind, reservation_id = excluded.reservation_id, closure_id = excluded.closure_id,
    held_by = excluded.held_by, guest_hash = excluded.guest_hash, guest_network = excluded.guest_network,
    guest_prefix = excluded.guest_prefix, held_until = excluded.held_until, created_at = excluded.created_at
  where slot_claims.kind = 'HELD' and (${replaced === 'ANY'} or slot_claims.held_until <= ${now.toISOString()}::timestamptz)`;

const claimBookedSlot = definePrepared((db) =>
  db
    .insert(slotClaims)
    .values({
      ...placeholdersOf('date', 'slot', 'createdAt'),
      kind: 'BOOKED',
      // Null stands for the reservation that the statement before this one inserted.
      reservationId: sql`coalesce(${placeholder('reservationId')}::bigint, currval('reservations_id_seq'))`,
    })
    .onConflictDoUpdate({
      target: [slotClaims.date, slotClaims.slot],
      set: {
        kind: 'BOOKED',
        reservationId: sql`excluded.reservation_id`,
        heldBy: null,
        guestHash: null,
        guestNetwork: null,
        guestPrefix: null,
        heldUntil: null,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: mayReplace(placeholder('now'), placeholder('memberId')),
    })
    // Read by the statement that takes the table lock, so that a change of hours has either been seen or waits for this claim.
    .returning({ isSlotOffered: isSlotOffered(sql`${slotClaims.date}`, sql`${slotClaims.slot}`) })
    .prepare('claim_slot'),
);

/** The constraint that a claim violates when it overlaps a claim of another slot. */
const NO_OVERLAP = 'slot_claims_no_overlap';

/** The kind of the slot's claim, also of an expired hold; undefined when there is none. */
export const findClaimKind = async (
  tx: Tx,
  { date, slot }: SlotOfDay,
): Promise<Claim['kind'] | undefined> => {
  const [claim] = await tx
    .select({ kind: slotClaims.kind })
    .from(slotClaims)
    .where(and(eq(slotClaims.date, date), eq(slotClaims.slot, slot)));
  return claim?.kind;
};

/** The error of a claim that lost the slot to another one. The insert that conflicted has locked the other claim. */
const findRefusal = async (tx: Tx, meeting: SlotOfDay): Promise<AppError> =>
  slotTaken((await findClaimKind(tx, meeting)) ?? 'HELD');

/**
 * Claims a slot for a reservation, whether the date offers it or not. `reservationId` null: the reservation that the statement before
 * inserts. `memberId` null: the studio claims it. Throws SLOT_TAKEN.
 */
export const claimAnySlot = async (
  tx: Tx,
  { date, slot }: SlotOfDay,
  reservationId: number | null,
  now: Date,
  memberId: string | null,
): Promise<{ readonly isSlotOffered: boolean }> => {
  const [claim] = await refuseViolation(
    NO_OVERLAP,
    'SLOT_TAKEN',
    claimBookedSlot(tx).execute({
      date,
      slot,
      reservationId,
      createdAt: now,
      now: now.toISOString(),
      memberId,
    }),
  );
  if (claim === undefined) throw await findRefusal(tx, { date, slot });
  return claim;
};

/** Claims a slot for a reservation. Throws SLOT_TAKEN, and SLOT_NOT_OFFERED when the date does not offer the slot. */
export const claimSlot = async (...claim: Parameters<typeof claimAnySlot>): Promise<void> => {
  const { isSlotOffered: isStillOffered } = await claimAnySlot(...claim);
  if (!isStillOffered) throw appError('SLOT_NOT_OFFERED');
};

/** Blocks the free and held slots of the range that are offered, in one statement; returns how many. */
export const blockSlots = async (
  tx: Tx,
  { from, to, days, timeSlots }: SlotRange,
  now: Date,
): Promise<number> => {
  // Sorted, so that two concurrent ranges cannot deadlock.
  const { rows } = await tx.execute(sql`
    insert into slot_claims (date, slot, kind, created_at)
    select day, plan.slot, 'BLOCKED', ${now.toISOString()}::timestamptz
    from (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date) as n) as days
      join slot_plans as plan on plan.weekday = extract(isodow from day)
        and day between coalesce(plan.effective_from, day) and coalesce(plan.effective_until, day)
    where ${timeSlots === undefined ? sql`true` : inArray(sql`plan.slot`, [...timeSlots])}
      and ${days === undefined ? sql`true` : inArray(sql`day`, [...days])}
      and ${isClear(sql`day`, sql`plan.slot`)}
    order by 1, 2
    ${replaceHoldOnConflict(now, 'ANY')}
    returning 1
  `);
  return rows.length;
};

export const isWithin = ({ from, to, days, timeSlots }: SlotRange) =>
  and(
    sql`${slotClaims.date} between ${from}::date and ${to}::date`,
    days === undefined ? undefined : inArray(slotClaims.date, [...days]),
    timeSlots === undefined ? undefined : inArray(slotClaims.slot, [...timeSlots]),
  );

type Holder = Pick<typeof slotClaims.$inferInsert, 'heldBy' | 'guestHash' | 'guestNetwork' | 'guestPrefix'>;

/**
 * Holds a slot for a member or guest whose earlier hold, if any, was released. Throws SLOT_TAKEN, and SLOT_NOT_OFFERED when the date
 * does not offer the slot.
 */
export const claimHold = async (
  tx: Tx,
  { heldBy, guestHash, guestNetwork, guestPrefix }: Holder,
  { date, time }: { readonly date: string; readonly time: Slot },
  { now, heldUntil }: { readonly now: Date; readonly heldUntil: Date },
): Promise<void> => {
  const claim = tx.execute<{ is_offered: boolean }>(sql`
    insert into slot_claims (
      date, slot, kind, held_by, guest_hash, guest_network, guest_prefix, held_until, created_at
    )
    values (
      ${date}, ${time}, 'HELD', ${heldBy ?? null}, ${guestHash ?? null}, ${guestNetwork ?? null},
      ${guestPrefix ?? null}, ${heldUntil.toISOString()}, ${now.toISOString()}
    )
    ${replaceHoldOnConflict(now, 'EXPIRED')}
    returning ${isSlotOffered(sql`slot_claims.date`, sql`slot_claims.slot`)} as is_offered
  `);
  const { rows } = await refuseViolation(NO_OVERLAP, 'SLOT_TAKEN', claim);
  if (rows[0] === undefined) throw await findRefusal(tx, { date, slot: time });
  if (!rows[0].is_offered) throw appError('SLOT_NOT_OFFERED');
};
