import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { UploadType } from '#contract/photo-uploads.ts';
import type { AppError } from '#contract/errors.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import type { Notification } from '#contract/notifications.ts';
import type { ReservationAction, ReservationState } from '#contract/reservations.ts';
import type { Role } from '#contract/sessions.ts';
import type { Provider } from '#contract/members/social-providers.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import type { Slot } from '#contract/slots.ts';

// Mirrors the tables of db/migrations; schema.db.test.ts compares the two. described-tables.ts says what they hold. The schema
// `legal_retention` is not included: only deleting an account writes to it and only the purge deletes from it.

const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
const id = () => bigint('id', { mode: 'number' }).primaryKey();
/** A range as PostgreSQL writes it: `[600,660)`. */
const range = (type: 'tsrange' | 'int4range') => customType<{ data: string }>({ dataType: () => type });
const timestamptz = <N extends string>(name: N) => timestamp(name, { withTimezone: true, mode: 'date' });

export const members = pgTable('members', {
  id: uuid('id').primaryKey().defaultRandom(),
  loginId: text('login_id'),
  loginIdKey: text('login_id_key').unique(),
  passwordHash: text('password_hash'),
  name: text('name').notNull(),
  phone: text('phone').unique(),
  role: text('role').$type<Role>().notNull().default('MEMBER'),
  status: text('status').$type<'ACTIVE' | 'PENDING_SOCIAL' | 'WITHDRAWN'>().notNull().default('ACTIVE'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  wantsReminders: boolean('wants_reminders').notNull().default(true),
  wantsAnswers: boolean('wants_answers').notNull().default(true),
});

export const memberNotes = pgTable('member_notes', {
  memberId: uuid('member_id').primaryKey(),
  text: text('text').notNull(),
  changedBy: uuid('changed_by'),
  changedAt: timestamptz('changed_at').notNull(),
});

export const consents = pgTable(
  'consents',
  {
    memberId: uuid('member_id').notNull(),
    item: text('item').$type<'over14' | 'terms' | 'privacy'>().notNull(),
    version: integer('version').notNull(),
    identityVersion: integer('identity_version').notNull(),
    ip: text('ip_address').notNull(),
    agreedAt: timestamptz('agreed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.item, table.version] })],
);

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  memberId: uuid('member_id').notNull(),
  ip: text('ip_address').notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  revokedAt: timestamptz('revoked_at'),
});

export const refreshTokens = pgTable('refresh_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  rotationSalt: bytes('rotation_salt'),
  usedAt: timestamptz('used_at'),
  expiresAt: timestamptz('expires_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  browserCookieHash: bytes('browser_cookie_hash'),
});

export const socialIdentities = pgTable(
  'social_identities',
  {
    provider: text('provider').$type<Provider>().notNull(),
    subject: text('subject').notNull(),
    memberId: uuid('member_id').unique(),
    refreshToken: bytes('refresh_token'),
    unlinkAttempts: integer('unlink_attempts').notNull().default(0),
    unlinkAt: timestamptz('unlink_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
);

export const oauthTransactions = pgTable('oauth_transactions', {
  stateHash: bytes('state_hash').primaryKey(),
  browserCookieHash: bytes('browser_cookie_hash').notNull(),
  provider: text('provider').$type<Provider>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const verificationCodes = pgTable('verification_codes', {
  id: id().generatedAlwaysAsIdentity(),
  purpose: text('purpose')
    .$type<'JOIN' | 'FIND_ID' | 'FIND_PASSWORD' | 'CHANGE_PHONE' | 'EXPORT'>()
    .notNull(),
  phone: text('phone').notNull(),
  memberId: uuid('member_id'),
  nameHash: bytes('name_hash'),
  loginIdHash: bytes('login_id_hash'),
  codeHash: bytes('code_hash').notNull(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  verifiedAt: timestamptz('verified_at'),
  endedAt: timestamptz('ended_at'),
});

export const reservedLoginIds = pgTable('reserved_login_ids', {
  keyHash: bytes('key_hash').primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const adminAccessLog = pgTable('admin_access_log', {
  id: id().generatedAlwaysAsIdentity(),
  adminId: uuid('admin_id').notNull(),
  adminLoginId: text('admin_login_id'),
  ip: text('ip_address').notNull(),
  action: text('action').notNull(),
  subjectIds: uuid('subject_ids').array().notNull(),
  reservationIds: bigint('reservation_ids', { mode: 'number' }).array().notNull().default([]),
  occurredAt: timestamptz('occurred_at').notNull(),
});

export const loginLog = pgTable('login_log', {
  id: id().generatedAlwaysAsIdentity(),
  memberId: uuid('member_id'),
  outcome: text('outcome').$type<'SUCCESS' | 'FAILURE' | 'LOGOUT' | 'REFRESH_REUSE'>().notNull(),
  ip: text('ip_address').notNull(),
  userAgent: text('user_agent').notNull(),
  occurredAt: timestamptz('occurred_at').notNull(),
});

export const photos = pgTable('photos', {
  id: id().generatedAlwaysAsIdentity(),
  category: text('category').$type<PhotoCategory>().notNull(),
  savedFileName: text('saved_file_name').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  title: text('title').notNull(),
  alt: text('alt').notNull(),
  placeholder: text('placeholder').notNull(),
  position: doublePrecision('position').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  originalFileName: text('original_file_name').notNull().default(''),
  contentHash: text('content_hash'),
  /** SHA-256 of each file, in the order of `keysOf`. */
  checksums: text('checksums').array(),
  deletedAt: timestamptz('deleted_at'),
  damagedAt: timestamptz('damaged_at'),
  hiddenAt: timestamptz('hidden_at'),
  publishedAt: timestamptz('published_at').notNull().defaultNow(),
  focusX: smallint('focus_x').notNull().default(50),
  focusY: smallint('focus_y').notNull().default(50),
});

export const uploadIntents = pgTable('upload_intents', {
  id: uuid('id').primaryKey(),
  stagingKey: text('staging_key').notNull().unique(),
  memberId: uuid('member_id').notNull(),
  contentType: text('content_type').$type<UploadType>().notNull(),
  contentLength: integer('content_length'),
  isPrivate: boolean('is_private').notNull().default(false),
  state: text('state').$type<'ISSUED' | 'PROCESSING' | 'PUBLISHED' | 'REFUSED'>().notNull().default('ISSUED'),
  category: text('category').$type<PhotoCategory>(),
  originalFileName: text('original_file_name'),
  alt: text('alt'),
  ip: text('ip_address'),
  leaseUntil: timestamptz('lease_until'),
  attempts: integer('attempts').notNull().default(0),
  refusal: jsonb('refusal').$type<Pick<AppError, 'code' | 'message' | 'fields'>>(),
  photoId: bigint('photo_id', { mode: 'number' }),
  position: doublePrecision('position'),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const fileDeletions = pgTable('file_deletions', {
  key: text('key').primaryKey(),
  dueAt: timestamptz('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
});

export const retentionClock = pgTable('retention_clock', {
  isOnly: boolean('is_only').primaryKey().default(true),
  trustedAt: timestamptz('trusted_at').notNull(),
  seenAt: timestamptz('seen_at').notNull(),
  steadySeconds: integer('steady_seconds').notNull(),
});

export const reservations = pgTable('reservations', {
  id: id().generatedByDefaultAsIdentity(),
  code: text('code').notNull().unique(),
  memberId: uuid('member_id'),
  guestName: text('guest_name'),
  guestPhone: text('guest_phone'),
  state: text('state').$type<ReservationState>().notNull().default('BOOKED'),
  shootType: text('shoot_type').$type<ShootType>().notNull(),
  date: date('date', { mode: 'string' }).notNull(),
  slot: text('slot').$type<Slot>().notNull(),
  desiredShootDate: text('desired_shoot_date').notNull(),
  location: text('location').notNull(),
  notes: text('notes').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  packageVersionId: bigint('package_version_id', { mode: 'number' }),
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

export const closures = pgTable('closures', {
  id: id().generatedAlwaysAsIdentity(),
  weekday: integer('weekday').notNull(),
  slots: text('slots').array().$type<Slot[]>().notNull(),
  fromDate: date('from_date', { mode: 'string' }).notNull(),
  untilDate: date('until_date', { mode: 'string' }),
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

export const setupLinks = pgTable('setup_links', {
  isOnly: boolean('is_only').primaryKey().default(true),
  tokenHash: text('token_hash').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const staffInvitations = pgTable('staff_invitations', {
  id: id().generatedAlwaysAsIdentity(),
  tokenHash: text('token_hash').notNull().unique(),
  createdBy: uuid('created_by').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const adminTotp = pgTable('admin_totp', {
  memberId: uuid('member_id').primaryKey(),
  secret: bytes('secret').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  { memberId: uuid('member_id').notNull(), codeHash: text('code_hash').notNull() },
  (table) => [primaryKey({ columns: [table.memberId, table.codeHash] })],
);

export const adminAuditLog = pgTable('admin_audit_log', {
  id: id().generatedAlwaysAsIdentity(),
  adminId: uuid('admin_id').notNull(),
  adminLoginId: text('admin_login_id'),
  ip: text('ip_address').notNull(),
  action: text('action').notNull(),
  target: text('target').notNull(),
  before: jsonb('before'),
  after: jsonb('after'),
  occurredAt: timestamptz('occurred_at').notNull(),
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
    /** Keyed hash of the guest's network; null while rate limits are off. */
    guestNetwork: bytes('guest_network'),
    /** Keyed hash of the guest's /48 prefix; null for IPv4 and while rate limits are off. */
    guestPrefix: bytes('guest_prefix'),
    heldUntil: timestamptz('held_until'),
    closureId: bigint('closure_id', { mode: 'number' }),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    during: range('tsrange')('during')
      .notNull()
      .generatedAlwaysAs(sql`computed by the database`),
  },
  (table) => [primaryKey({ columns: [table.date, table.slot] })],
);

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

export const notifications = pgTable('notifications', {
  id: id().generatedAlwaysAsIdentity(),
  kind: text('kind').$type<Notification['kind']>().notNull(),
  memberId: uuid('member_id'),
  questionId: bigint('question_id', { mode: 'number' }),
  reservationId: bigint('reservation_id', { mode: 'number' }),
  subjectVersion: bigint('subject_version', { mode: 'number' }).notNull().default(0),
  recipient: text('recipient').notNull().default('CUSTOMER'),
  sendsAtNight: boolean('sends_at_night').notNull().default(false),
  state: text('state').$type<Notification['state']>().notNull().default('QUEUED'),
  attempts: integer('attempts').notNull().default(0),
  dueAt: timestamptz('due_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  settledAt: timestamptz('settled_at'),
  phone: text('phone'),
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
