import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '#platform/server/db/column-types.ts';

export const guestBookEntries = pgTable('guest_book_entries', {
  id: id().generatedAlwaysAsIdentity(),
  memberId: uuid('member_id').notNull(),
  content: text('content').notNull(),
  isShown: boolean('is_shown').notNull().default(true),
  createdAt: timestamptz('created_at').notNull(),
});
