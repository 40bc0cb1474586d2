import { sql } from 'drizzle-orm';
import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ShootType } from '#core/content/contract/categories.ts';
import { notesTable } from '#core/notes/server/notes.ts';
import { bytes, id, range, timestamptz } from '#platform/server/db/column-types.ts';
import type { BookingAnswer } from '../contract/booking-questions.ts';
import type { MeetingKind, ReservationAction, ReservationState } from '../contract/reservations.ts';
import type { Slot } from '../contract/slots.ts';

export const reservations = pgTable('reservations', {
  id: id().generatedByDefaultAsIdentity(),
  code: text('code').notNull().unique(),
  memberId: uuid('member_id'),
  guestName: text('guest_name'),
  guestPhone: text('guest_phone'),
  /** Of a reservation made by phone: a member's id or a random one. */
  customerId: uuid('customer_id'),
  state: text('state').$type<ReservationState>().notNull().default('BOOKED'),
  shootType: text('shoot_type').$type<ShootType>().notNull(),
  date: date('date', { mode: 'string' }).notNull(),
  slot: text('slot').$type<Slot>().notNull(),
  desiredShootDate: text('desired_shoot_date').notNull(),
  location: text('location').notNull(),
  notes: text('notes').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  packageVersionId: bigint('package_version_id', { mode: 'number' }),
  meetingKind: text('meeting_kind').$type<MeetingKind>().notNull().default('VISIT'),
  answers: jsonb('answers').$type<BookingAnswer[]>().notNull().default([]),
});

export const reservationEvents = pgTable('reservation_events', {
  id: id().generatedAlwaysAsIdentity(),
  reservationId: bigint('reservation_id', { mode: 'number' }).notNull(),
  action: text('action').$type<ReservationAction>().notNull(),
  actor: text('actor').$type<'MEMBER' | 'ADMIN'>().notNull(),
  actorId: uuid('actor_id'),
  date: date('date', { mode: 'string' }).notNull(),
  slot: text('slot').$type<Slot>().notNull(),
  reason: text('reason').notNull().default(''),
  occurredAt: timestamptz('occurred_at').notNull(),
});

export const reservationNotes = notesTable('reservation_notes', 'reservation_id', 'bigint');

export const closures = pgTable('closures', {
  id: id().generatedAlwaysAsIdentity(),
  weekday: integer('weekday').notNull(),
  timeSlots: text('slots').array().$type<Slot[]>().notNull(),
  from: date('from_date', { mode: 'string' }).notNull(),
  until: date('until_date', { mode: 'string' }),
  note: text('note').notNull().default(''),
  materializedUntil: date('materialized_until', { mode: 'string' }).notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

export const closureExceptions = pgTable(
  'closure_exceptions',
  {
    closureId: bigint('closure_id', { mode: 'number' }).notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    slot: text('slot').$type<Slot>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.closureId, table.date, table.slot] })],
);

export const calendarFeeds = pgTable('calendar_feeds', {
  id: uuid('id').primaryKey().defaultRandom(),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull(),
  revokedAt: timestamptz('revoked_at'),
});

export const slotClaims = pgTable(
  'slot_claims',
  {
    date: date('date', { mode: 'string' }).notNull(),
    slot: text('slot').$type<Slot>().notNull(),
    kind: text('kind').$type<'BOOKED' | 'BLOCKED' | 'HELD'>().notNull(),
    reservationId: bigint('reservation_id', { mode: 'number' }).unique(),
    heldBy: uuid('held_by'),
    /** Hash of the cookie of a guest's hold. */
    guestHash: bytes('guest_hash'),
    /** Keyed hash of the guest's IPv4 address or IPv6 /64 prefix; null without a guest, and while rate limits are off. */
    guestNetwork: bytes('guest_network'),
    /** Keyed hash of the guest's /48 prefix; null without a guest, for IPv4, and while rate limits are off. */
    guestPrefix: bytes('guest_prefix'),
    heldUntil: timestamptz('held_until'),
    closureId: bigint('closure_id', { mode: 'number' }),
    /** Why the studio blocked the slot. */
    note: text('note').notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    during: range('tsrange')('during')
      .notNull()
      .generatedAlwaysAs(sql`computed by the database`),
  },
  (table) => [primaryKey({ columns: [table.date, table.slot] })],
);

export type SlotOfDay = Pick<typeof slotClaims.$inferSelect, 'date' | 'slot'>;

export const slotPlans = pgTable('slot_plans', {
  id: id().generatedAlwaysAsIdentity(),
  weekday: integer('weekday').notNull(),
  slot: text('slot').$type<Slot>().notNull(),
  effectiveFrom: date('effective_from', { mode: 'string' }),
  effectiveUntil: date('effective_until', { mode: 'string' }),
  minutes: range('int4range')('minutes')
    .notNull()
    .generatedAlwaysAs(sql`computed by the database`),
});

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    memberId: uuid('member_id').notNull(),
    key: text('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    reservationId: bigint('reservation_id', { mode: 'number' }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.key] })],
);
