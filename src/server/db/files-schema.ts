import { bigint, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// Private files. The other tables are in schema.ts.

export const privateFiles = pgTable('private_files', {
  id: uuid('id').primaryKey(),
  /** In the storage, under `private/`. */
  key: text('key').notNull().unique(),
  memberId: uuid('member_id'),
  reservationId: bigint('reservation_id', { mode: 'number' }),
  position: smallint('position').notNull().default(0),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
});
