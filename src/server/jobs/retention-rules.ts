import type { Term } from './retention-cutoff.ts';

export interface RetentionRule {
  readonly table: string;
  /** The column or expression the term runs from: a moment, or a day in Seoul. */
  readonly since: string;
  readonly isDay?: true;
  readonly keep: Term;
  /** A SQL condition that restricts the rule. */
  readonly only?: string;
  /** The term is promised to the hour, so the nightly run would be too late. */
  readonly isHourly?: true;
}

const HOUR = { hours: 1 } as const;
const DAY = { hours: 24 } as const;
const NOTHING = { hours: 0 } as const;

// 개인정보 보호법 제22조의2: of someone who has not declared to be 14, only the provider's number is held, for a day.
export const PENDING_TERM = DAY;
const PENDING_SINCE = "case when status = 'PENDING_SOCIAL' then created_at end";

// As for members' contracts: from the meeting, or from its cancellation.
const GUEST_BOOKING_SINCE = `coalesce(
  case when state = 'CANCELLED' then (
    select (max(event.at) at time zone 'Asia/Seoul')::date from reservation_events as event
    where event.reservation_id = reservations.id and event.action = 'CANCELLED'
  ) end, reservations.date)`;

/** Everything that is deleted by time. The privacy page promises the first six. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'retained.contracts', since: 'since', isDay: true, keep: { months: 60 } },
  { table: 'retained.disputes', since: 'since', isDay: true, keep: { months: 36 } },
  { table: 'retained.consents', since: 'since', isDay: true, keep: { months: 36 } },
  { table: 'login_log', since: 'at', keep: { months: 3 } },
  { table: 'admin_access_log', since: 'at', keep: { months: 24 } },
  { table: 'reserved_login_ids', since: 'until', keep: NOTHING },
  { table: 'admin_audit_log', since: 'at', keep: { months: 24 } },
  // Guests' contracts with their slot claims; members' contracts go with the member.
  {
    table: 'reservations',
    since: GUEST_BOOKING_SINCE,
    isDay: true,
    keep: { months: 60 },
    only: 'guest_name is not null',
  },
  { table: 'members', since: PENDING_SINCE, keep: PENDING_TERM, isHourly: true },
  { table: 'notifications', since: 'created_at', keep: { months: 3 } },
  { table: 'oauth_transactions', since: 'expires_at', keep: NOTHING },
  // An access token can log its session out for a day.
  { table: 'sessions', since: 'least(expires_at, revoked_at)', keep: DAY },
  { table: 'verification_codes', since: 'expires_at', keep: DAY },
  { table: 'rate_counters', since: 'window_start', keep: DAY },
  { table: 'failure_counters', since: 'greatest(ends_at, opens_at)', keep: HOUR },
  { table: 'idempotency_keys', since: 'created_at', keep: DAY },
  // Only holds have this column.
  { table: 'slot_claims', since: 'held_until', keep: NOTHING },
];

export const hourlyRules = retentionRules.filter(({ isHourly }) => isHourly === true);
