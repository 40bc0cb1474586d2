import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './column-types.ts';

export const retentionClock = pgTable('retention_clock', {
  isOnly: boolean('is_only').primaryKey().default(true),
  /** The purge is held while the clock is more than two weeks past this time. */
  trustedAt: timestamptz('trusted_at').notNull(),
  /** When the clock was last checked or confirmed. */
  seenAt: timestamptz('seen_at').notNull(),
  /** Estimated seconds that the server has run since the clock jumped; 0 while the clock is trusted. */
  steadySeconds: integer('steady_seconds').notNull(),
});

export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text('key').notNull(),
    windowStart: timestamptz('window_start').notNull(),
    hits: integer('hits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);

export const completedRequests = pgTable('completed_requests', {
  key: text('key').primaryKey(),
  completedAt: timestamptz('completed_at').notNull(),
});

/** What admins entered for the services that the site uses. */
export const connections = pgTable('connections', {
  name: text('name').primaryKey(),
  /** The values, encrypted. */
  sealed: bytes('sealed').notNull(),
  changedAt: timestamptz('changed_at').notNull(),
});
