import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/server/db/column-types.ts';

export const memberNotes = pgTable('member_notes', {
  memberId: uuid('member_id').primaryKey(),
  text: text('text').notNull(),
  changedBy: uuid('changed_by'),
  changedAt: timestamptz('changed_at').notNull(),
});
