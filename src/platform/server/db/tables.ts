import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './column-types.ts';

export const retentionClock = pgTable('retention_clock', {
  isOnly: boolean('is_only').primaryKey().default(true),
  trustedAt: timestamptz('trusted_at').notNull(),
  seenAt: timestamptz('seen_at').notNull(),
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
