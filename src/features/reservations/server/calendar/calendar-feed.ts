import { timingSafeEqual } from 'node:crypto';
import { and, asc, gte, isNull, ne } from 'drizzle-orm';
import { recordAudit } from '#core/audit/server/admin-logs.ts';
import { addDays, seoulDate } from '#platform/contract/seoul-time.ts';
import { hmac } from '#platform/server/crypto/derive-key.ts';
import type { Db, Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { customerName } from '../admin/queries.ts';
import { columnsWithChanges } from '../queries.ts';
import { calendarFeeds, reservations } from '../tables.ts';

type Feed = typeof calendarFeeds.$inferSelect;

const isActive = isNull(calendarFeeds.revokedAt);

export const findActiveFeed = async (db: Tx): Promise<Feed | null> => {
  const [feed] = await db.select().from(calendarFeeds).where(isActive);
  return feed ?? null;
};

/** The secret name, derived from the feed's id and the server's secret; it is not stored. */
const feedFileName = (secret: Uint8Array, { id }: Pick<Feed, 'id'>): string =>
  `${hmac(secret, 'calendar-feed', id).toString('base64url')}.ics`;

/** Anyone who knows the URL can read the calendar until the feed is revoked. */
export const presentFeed = ({ authSecret, env }: Pick<Deps, 'authSecret' | 'env'>, feed: Feed) => ({
  url: `${env.publicUrl}/api/calendar/${feedFileName(authSecret, feed)}`,
  createdAt: feed.createdAt.toISOString(),
});

export const isFeedFile = async (
  { db, authSecret }: Pick<Deps, 'db' | 'authSecret'>,
  file: string,
): Promise<boolean> => {
  const feed = await findActiveFeed(db);
  if (feed === null) return false;
  const given = Buffer.from(file);
  const expected = Buffer.from(feedFileName(authSecret, feed));
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const revokeActiveFeed = async (tx: Tx, now: Date): Promise<string | null> => {
  const [ended] = await tx
    .update(calendarFeeds)
    .set({ revokedAt: now })
    .where(isActive)
    .returning({ id: calendarFeeds.id });
  return ended?.id ?? null;
};

/** Creates a feed with a new URL and revokes the previous one. */
export const createFeed = async (db: Db, change: AuditContext): Promise<Feed> =>
  db.transaction(
    async (tx) => {
      const before = await revokeActiveFeed(tx, change.now);
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
    },
    // A concurrent call may violate this constraint and is then retried.
    { retryConstraints: ['calendar_feeds_one_live'] },
  );

export const revokeFeed = async (db: Db, change: AuditContext): Promise<void> =>
  db.transaction(async (tx) => {
    const ended = await revokeActiveFeed(tx, change.now);
    if (ended === null) return;
    await recordAudit(tx, change, { action: 'REVOKE_CALENDAR_FEED', target: `calendar-feed:${ended}` });
  });

const DAYS_BACK = 90;

/** Finds reservations to come and of the last 90 days, except cancelled ones: calendars drop an event that is missing from the file. */
export const findFeedRows = (db: Db, now: Date) =>
  db
    .select({ ...columnsWithChanges, memberName: customerName })
    .from(reservations)
    .where(
      and(gte(reservations.date, addDays(seoulDate(now), -DAYS_BACK)), ne(reservations.state, 'CANCELLED')),
    )
    .orderBy(asc(reservations.date), asc(reservations.slot), asc(reservations.id));

export type FeedRow = Awaited<ReturnType<typeof findFeedRows>>[number];
