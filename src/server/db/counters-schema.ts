import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

// Counters of requests, failed logins and messages that the SMS provider refused, and requests that were just completed. The other
// tables are in schema.ts.

const timestamptz = <N extends string>(name: N) => timestamp(name, { withTimezone: true, mode: 'date' });

export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text('key').notNull(),
    windowStart: timestamptz('window_start').notNull(),
    hits: integer('hits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);

export const failureCounters = pgTable('failure_counters', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  lockedUntil: timestamptz('locked_until').notNull(),
});

export const completedRequests = pgTable('completed_requests', {
  key: text('key').primaryKey(),
  completedAt: timestamptz('completed_at').notNull(),
});

export const providerRefusals = pgTable('provider_refusals', {
  id: boolean('id').primaryKey().default(true),
  failedCodes: integer('failed_codes').notNull(),
  resultCode: text('result_code'),
  mailedAt: timestamptz('mailed_at'),
});
