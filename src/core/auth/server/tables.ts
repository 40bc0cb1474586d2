import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Role } from '#platform/contract/sessions.ts';
import type { Provider } from '#platform/contract/social-providers.ts';
import { bytes, id, timestamptz } from '#platform/server/db/column-types.ts';

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

export const loginLog = pgTable('login_log', {
  id: id().generatedAlwaysAsIdentity(),
  memberId: uuid('member_id'),
  outcome: text('outcome').$type<'SUCCESS' | 'FAILURE' | 'LOGOUT' | 'REFRESH_REUSE'>().notNull(),
  ip: text('ip_address').notNull(),
  userAgent: text('user_agent').notNull(),
  occurredAt: timestamptz('occurred_at').notNull(),
});

export const failureCounters = pgTable('failure_counters', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
  lockedUntil: timestamptz('locked_until').notNull(),
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
