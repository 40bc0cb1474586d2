import type { RetentionPeriod } from './retention-cutoff.ts';

export interface RetentionRule {
  readonly table: string;
  /** SQL column or expression at which the retention period starts: an instant, or a date in Seoul (`isDate`). */
  readonly startSql: string;
  readonly isDate?: true;
  readonly period: RetentionPeriod;
  /** SQL condition on the rows that the rule covers. */
  readonly condition?: string;
  /** Purged hourly, because the nightly run would exceed the promised period. */
  readonly isHourly?: true;
}

const HOUR = { hours: 1 } as const;
const DAY = { hours: 24 } as const;
const IMMEDIATELY = { hours: 0 } as const;

// 개인정보 보호법 제22조의2: until a person has declared to be 14 or older, the site stores only the provider's user id, for one day.
export const PENDING_MEMBER_RETENTION = DAY;
const PENDING_MEMBER_START_SQL = "case when status = 'PENDING_SOCIAL' then created_at end";

// Same start as for members' contracts: the date of the meeting, or of its cancellation.
const GUEST_RESERVATION_START_SQL = `coalesce(
  case when state = 'CANCELLED' then (
    select (max(event.occurred_at) at time zone 'Asia/Seoul')::date from reservation_events as event
    where event.reservation_id = reservations.id and event.action = 'CANCELLED'
  ) end, reservations.date)`;

/** All rows that are deleted by age. The privacy policy promises the first six rules. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'legal_retention.contracts', startSql: 'since', isDate: true, period: { months: 60 } },
  { table: 'legal_retention.disputes', startSql: 'since', isDate: true, period: { months: 36 } },
  { table: 'legal_retention.consents', startSql: 'since', isDate: true, period: { months: 36 } },
  { table: 'login_log', startSql: 'occurred_at', period: { months: 3 } },
  { table: 'admin_access_log', startSql: 'occurred_at', period: { months: 24 } },
  { table: 'reserved_login_ids', startSql: 'expires_at', period: IMMEDIATELY },
  { table: 'admin_audit_log', startSql: 'occurred_at', period: { months: 24 } },
  // Phone reservations, with their slot claims. Reservations of members are deleted with the member.
  {
    table: 'reservations',
    startSql: GUEST_RESERVATION_START_SQL,
    isDate: true,
    period: { months: 60 },
    condition: 'guest_name is not null',
  },
  { table: 'members', startSql: PENDING_MEMBER_START_SQL, period: PENDING_MEMBER_RETENTION, isHourly: true },
  { table: 'notifications', startSql: 'created_at', period: { months: 3 } },
  { table: 'staff_invitations', startSql: 'expires_at', period: IMMEDIATELY },
  { table: 'oauth_transactions', startSql: 'expires_at', period: IMMEDIATELY },
  // Kept for a day because the session's access token can still be used to log out.
  { table: 'sessions', startSql: 'least(expires_at, revoked_at)', period: DAY },
  { table: 'verification_codes', startSql: 'expires_at', period: DAY },
  { table: 'rate_counters', startSql: 'window_start', period: DAY },
  { table: 'failure_counters', startSql: 'greatest(expires_at, locked_until)', period: HOUR },
  { table: 'idempotency_keys', startSql: 'created_at', period: DAY },
  { table: 'completed_requests', startSql: 'completed_at', period: HOUR },
  // Only holds have a `held_until`; bookings and blocks never expire.
  { table: 'slot_claims', startSql: 'held_until', period: IMMEDIATELY },
];

export const hourlyRules = retentionRules.filter(({ isHourly }) => isHourly === true);
