import type { RetentionPeriod } from './retention-cutoff.ts';

export interface RetentionRule {
  readonly table: string;
  /** Column or expression at which the retention period starts: a timestamp, or a date in Seoul. */
  readonly startSql: string;
  readonly isDate?: true;
  readonly period: RetentionPeriod;
  /** A SQL condition that restricts the rule. */
  readonly condition?: string;
  /** The period is promised to the hour, so the nightly run would be too late. */
  readonly isHourly?: true;
}

const HOUR = { hours: 1 } as const;
const DAY = { hours: 24 } as const;
const IMMEDIATELY = { hours: 0 } as const;

// 개인정보 보호법 제22조의2: until a person declares to be at least 14, only the provider's id is stored, for one day.
export const PENDING_MEMBER_RETENTION = DAY;
const PENDING_MEMBER_START_SQL = "case when status = 'PENDING_SOCIAL' then created_at end";

// As for contracts of members: from the meeting, or from its cancellation.
const GUEST_RESERVATION_START_SQL = `coalesce(
  case when state = 'CANCELLED' then (
    select (max(event.occurred_at) at time zone 'Asia/Seoul')::date from reservation_events as event
    where event.reservation_id = reservations.id and event.action = 'CANCELLED'
  ) end, reservations.date)`;

/** All rules for deletion by time. The privacy policy promises the first six. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'legal_retention.contracts', startSql: 'since', isDate: true, period: { months: 60 } },
  { table: 'legal_retention.disputes', startSql: 'since', isDate: true, period: { months: 36 } },
  { table: 'legal_retention.consents', startSql: 'since', isDate: true, period: { months: 36 } },
  { table: 'login_log', startSql: 'occurred_at', period: { months: 3 } },
  { table: 'admin_access_log', startSql: 'occurred_at', period: { months: 24 } },
  { table: 'reserved_login_ids', startSql: 'expires_at', period: IMMEDIATELY },
  { table: 'admin_audit_log', startSql: 'occurred_at', period: { months: 24 } },
  // Contracts of guests with their slot claims; contracts of members are handled by account deletion.
  {
    table: 'reservations',
    startSql: GUEST_RESERVATION_START_SQL,
    isDate: true,
    period: { months: 60 },
    condition: 'guest_name is not null',
  },
  { table: 'members', startSql: PENDING_MEMBER_START_SQL, period: PENDING_MEMBER_RETENTION, isHourly: true },
  { table: 'notifications', startSql: 'created_at', period: { months: 3 } },
  { table: 'oauth_transactions', startSql: 'expires_at', period: IMMEDIATELY },
  // An access token can be used to log out of its session for a day.
  { table: 'sessions', startSql: 'least(expires_at, revoked_at)', period: DAY },
  { table: 'verification_codes', startSql: 'expires_at', period: DAY },
  { table: 'rate_counters', startSql: 'window_start', period: DAY },
  { table: 'failure_counters', startSql: 'greatest(expires_at, locked_until)', period: HOUR },
  { table: 'idempotency_keys', startSql: 'created_at', period: DAY },
  // Only holds have this column.
  { table: 'slot_claims', startSql: 'held_until', period: IMMEDIATELY },
];

export const hourlyRules = retentionRules.filter(({ isHourly }) => isHourly === true);
