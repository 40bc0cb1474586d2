import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '#platform/server/db/column-types.ts';
import type { Notification } from '../contract/notifications.ts';

export const notifications = pgTable('notifications', {
  id: id().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  memberId: uuid('member_id'),
  questionId: bigint('question_id', { mode: 'number' }),
  reservationId: bigint('reservation_id', { mode: 'number' }),
  subjectVersion: bigint('subject_version', { mode: 'number' }).notNull().default(0),
  /** `CUSTOMER`, or a phone number or e-mail address of the studio by its position: `STUDIO 1`, `EMAIL 1`. */
  recipient: text('recipient').notNull().default('CUSTOMER'),
  sendsAtNight: boolean('sends_at_night').notNull().default(false),
  state: text('state').$type<Notification['state']>().notNull().default('QUEUED'),
  attempts: integer('attempts').notNull().default(0),
  dueAt: timestamptz('due_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  settledAt: timestamptz('settled_at'),
  /** The number of an account that was deleted, or the old number of a member. */
  phone: text('phone'),
  /** The number or e-mail address of the studio, or the number of a customer without an account. */
  address: text('address'),
  values: jsonb('values').$type<Readonly<Record<string, string>>>(),
  dropAt: timestamptz('drop_at'),
  channel: text('channel').$type<NonNullable<Notification['channel']>>(),
  isReplaced: boolean('is_replaced').notNull().default(false),
  providerMessageId: text('provider_message_id'),
  resultCode: text('result_code'),
  pollAt: timestamptz('poll_at'),
  polls: integer('polls').notNull().default(0),
  missingSince: timestamptz('missing_since'),
});

export const providerRefusals = pgTable('provider_refusals', {
  id: boolean('id').primaryKey().default(true),
  failedCodes: integer('failed_codes').notNull(),
  resultCode: text('result_code'),
  mailedAt: timestamptz('mailed_at'),
});
