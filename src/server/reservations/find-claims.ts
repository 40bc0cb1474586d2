import { asc, between, sql } from 'drizzle-orm';
import type { Slot } from '#contract/slots.ts';
import type { Db } from '#server/db/connection.ts';
import { prepared } from '#server/db/prepared.ts';
import { slotClaims } from '#server/db/schema.ts';
import { createSingleFlight } from '#server/http/cache/single-flight.ts';
import { oncePer } from '#server/once-per.ts';
import { judgeClaim } from './judge-claim.ts';

const { date, slot, kind, heldBy, heldUntil } = slotClaims;

const claimsBetween = prepared((db) =>
  db
    .select({ date, slot, kind, heldBy, heldUntil })
    .from(slotClaims)
    .where(between(date, sql.placeholder('first'), sql.placeholder('last')))
    .orderBy(asc(date), asc(slot))
    .prepare('claims_between'),
);

type Claims = Awaited<ReturnType<ReturnType<typeof claimsBetween>['execute']>>;

const turnsOf = oncePer((_: Db) => createSingleFlight<Claims>());

/** Everything that has a slot of these days, in order. In a rush everybody asks for the same month. */
export const findClaims = (db: Db, first: string, last: string): Promise<Claims> =>
  turnsOf(db)(`${first} ${last}`, () => claimsBetween(db).execute({ first, last }));

/** Every slot of this date that has an owner: booked, blocked, or held and not over. */
export const findClaimedSlots = async (db: Db, day: string, now: Date): Promise<Slot[]> => {
  const claims = await findClaims(db, day, day);
  return claims.filter((claim) => judgeClaim(claim, null, now) !== 'FREE').map((claim) => claim.slot);
};
