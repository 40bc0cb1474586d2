import type { Term } from './retention-cutoff.ts';

export interface RetentionRule {
  readonly table: string;
  /** The moment, or the day in Seoul, from which the term runs. */
  readonly since: string;
  readonly isDay?: true;
  readonly keep: Term;
  /** The rows that the rule is about, when it is not all of them: SQL. */
  readonly only?: string;
  /** Where the term is promised to the hour, and the next night would be too late. */
  readonly isHourly?: true;
}

const HOUR = { hours: 1 } as const;
const DAY = { hours: 24 } as const;
const NOTHING = { hours: 0 } as const;

// 개인정보 보호법 제22조의2: of someone who never said that they are 14, no more than a number is held, and that for a day.
export const PENDING_TERM = DAY;
const PENDING_SINCE = "case when status = 'PENDING_SOCIAL' then created_at end";

// As of members' contracts: from the meeting, or from when it was called off.
const GUEST_BOOKING_SINCE = `coalesce(
  case when state = 'CANCELLED' then (
    select (max(event.at) at time zone 'Asia/Seoul')::date from reservation_events as event
    where event.reservation_id = reservations.id and event.action = 'CANCELLED'
  ) end, reservations.date)`;

/** Everything that is deleted by time, and when. The privacy page promises the first six. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'retained.contracts', since: 'since', isDay: true, keep: { months: 60 } },
  { table: 'retained.disputes', since: 'since', isDay: true, keep: { months: 36 } },
  { table: 'retained.consents', since: 'since', isDay: true, keep: { months: 36 } },
  { table: 'login_log', since: 'at', keep: { months: 3 } },
  { table: 'admin_access_log', since: 'at', keep: { months: 24 } },
  { table: 'reserved_login_ids', since: 'until', keep: NOTHING },
  { table: 'admin_audit_log', since: 'at', keep: { months: 24 } },
  // Contracts with who is no member; those of members go with the member. The claim of the slot goes along.
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
  // A day, since an access token names its session to log out of for that long.
  { table: 'sessions', since: 'least(expires_at, revoked_at)', keep: DAY },
  { table: 'verification_codes', since: 'expires_at', keep: DAY },
  { table: 'rate_counters', since: 'window_start', keep: DAY },
  { table: 'failure_counters', since: 'greatest(ends_at, opens_at)', keep: HOUR },
  { table: 'idempotency_keys', since: 'created_at', keep: DAY },
  // A held slot; what is booked or blocked has no such end.
  { table: 'slot_claims', since: 'held_until', keep: NOTHING },
];

export const hourlyRules = retentionRules.filter(({ isHourly }) => isHourly === true);
