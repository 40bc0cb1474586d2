import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, asc, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import { addDays, seoulDate } from '#contract/seoul-time.ts';
import { deriveKey } from '#server/auth/derive-key.ts';
import type { Db } from '#server/db/connection.ts';
import { retryTransaction } from '#server/db/retry.ts';
import { calendarFeeds, members, reservationEvents, reservations } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/http/record-audit.ts';
import type { Change } from '#server/http/record-audit.ts';
import type { Tx } from './change-booking.ts';
import type { AdminRow } from './present-reservation.ts';

type Feed = typeof calendarFeeds.$inferSelect;

const isLive = isNull(calendarFeeds.revokedAt);

/** The one address that is in use; null when there is none. */
export const findLiveFeed = async (db: Pick<Db, 'select'>): Promise<Feed | null> => {
  const [feed] = await db.select().from(calendarFeeds).where(isLive);
  return feed ?? null;
};

const fileOf = (secret: Uint8Array, { id }: Pick<Feed, 'id'>): string =>
  `${createHmac('sha256', deriveKey(secret, 'calendar-feed')).update(id).digest('base64url')}.ics`;

/** Whoever has this address can read the calendar. It is made from the feed's id and our secret, and stored nowhere. */
export const feedUrl = (
  { authSecret, settings }: Pick<Deps, 'authSecret' | 'settings'>,
  feed: Feed,
): string => `${settings.publicUrl}/api/calendar/${fileOf(authSecret, feed)}`;

/** Whether this is the file of the address in use: a revoked one is like one that never was. */
export const isFeedFile = async (
  { db, authSecret }: Pick<Deps, 'db' | 'authSecret'>,
  file: string,
): Promise<boolean> => {
  const feed = await findLiveFeed(db);
  if (feed === null) return false;
  const given = Buffer.from(file);
  const expected = Buffer.from(fileOf(authSecret, feed));
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** Ends the address in use; answers its id. */
const endFeed = async (tx: Tx, now: Date): Promise<string | null> => {
  const [ended] = await tx
    .update(calendarFeeds)
    .set({ revokedAt: now })
    .where(isLive)
    .returning({ id: calendarFeeds.id });
  return ended?.id ?? null;
};

/** A new address; the one before is worth nothing from now on. */
export const createFeed = async (db: Db, change: Change): Promise<Feed> =>
  retryTransaction(
    () =>
      db.transaction(async (tx) => {
        const before = await endFeed(tx, change.now);
        const [feed] = await tx
          .insert(calendarFeeds)
          .values({ createdBy: change.member.id, createdAt: change.now })
          .returning();
        if (feed === undefined) throw new Error('no feed was inserted');
        await recordAudit(tx, change, {
          action: 'CREATE_CALENDAR_FEED',
          target: `calendar-feed:${feed.id}`,
          ...(before === null ? {} : { before: { id: before } }),
        });
        return feed;
      }),
    // Two at once: the second ends what the first made.
    ['calendar_feeds_one_live'],
  );

export const revokeFeed = async (db: Db, change: Change): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = await endFeed(tx, change.now);
    if (ended === null) return;
    await recordAudit(tx, change, { action: 'REVOKE_CALENDAR_FEED', target: `calendar-feed:${ended}` });
  });

const DAYS_BACK = 90;

export interface FeedRow extends AdminRow {
  /** How often the booking was changed, and when last; null when never. */
  readonly changes: number;
  readonly changedAt: Date | null;
}

/** Everything to come and what was lately, but what was cancelled: a calendar drops what is no longer in the file. */
export const findFeedRows = (db: Db, now: Date): Promise<FeedRow[]> => {
  const eventsOf = sql`from reservation_events where reservation_id = ${reservations.id}`;
  return db
    .select({
      reservation: reservations,
      memberName: sql<string>`coalesce(${reservations.guestName}, ${members.name})`,
      changes: sql<number>`(select count(*)::int ${eventsOf})`,
      changedAt: sql<Date | null>`(select max(at) ${eventsOf})`.mapWith(reservationEvents.at),
    })
    .from(reservations)
    .leftJoin(members, eq(members.id, reservations.memberId))
    .where(
      and(gte(reservations.date, addDays(seoulDate(now), -DAYS_BACK)), ne(reservations.state, 'CANCELLED')),
    )
    .orderBy(asc(reservations.date), asc(reservations.slot), asc(reservations.id));
};
