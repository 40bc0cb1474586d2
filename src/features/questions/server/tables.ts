import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '#platform/server/db/column-types.ts';

export const questions = pgTable('questions', {
  id: id().generatedAlwaysAsIdentity(),
  memberId: uuid('member_id').notNull(),
  title: text('title').notNull(),
  content: text('content').notNull(),
  secret: boolean('secret').notNull().default(false),
  notify: boolean('notify').notNull().default(false),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at'),
});

export const answers = pgTable('answers', {
  id: id().generatedAlwaysAsIdentity(),
  questionId: bigint('question_id', { mode: 'number' }).notNull().unique(),
  content: text('content').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at'),
});
