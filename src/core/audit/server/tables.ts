import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '#platform/server/db/column-types.ts';

const entryColumns = () => ({
  id: id().generatedAlwaysAsIdentity(),
  adminId: uuid('admin_id').notNull(),
  adminLoginId: text('admin_login_id'),
  ip: text('ip_address').notNull(),
  action: text('action').notNull(),
  occurredAt: timestamptz('occurred_at').notNull(),
});

export const adminAccessLog = pgTable('admin_access_log', {
  ...entryColumns(),
  subjectIds: uuid('subject_ids').array().notNull(),
  reservationIds: bigint('reservation_ids', { mode: 'number' }).array().notNull().default([]),
});

export const adminAuditLog = pgTable('admin_audit_log', {
  ...entryColumns(),
  target: text('target').notNull(),
  before: jsonb('before'),
  after: jsonb('after'),
});
