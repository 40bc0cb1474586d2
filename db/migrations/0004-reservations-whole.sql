-- Reservations that live on: states, history, bookings taken by phone, holds, recurring closures, the studio's calendar.

alter table reservations
  -- Taken by phone or message for someone who is no member.
  alter column member_id drop not null,
  add column guest_name text check (guest_name <> ''),
  add column guest_phone text check (guest_phone ~ '^0[0-9]{8,10}$'),
  add column state text not null default 'BOOKED' check (state in ('BOOKED', 'COMPLETED', 'CANCELLED', 'NO_SHOW')),
  add check ((member_id is null) = (guest_name is not null));

-- What became of a booking after it was made, and by whom. No personal data but the reason that was given.
create table reservation_events (
  id bigint generated always as identity primary key,
  reservation_id bigint not null references reservations on delete cascade,
  action text not null check (action in ('MOVED', 'CANCELLED', 'COMPLETED', 'NO_SHOW', 'REOPENED')),
  actor text not null check (actor in ('MEMBER', 'ADMIN')),
  actor_id uuid,
  -- The meeting's date and slot before it; after it they are those of the next event, or of the booking.
  date date not null,
  slot text not null,
  reason text not null default '',
  at timestamptz not null
);
create index reservation_events_by_reservation on reservation_events (reservation_id, id);

-- Days that return every week on which the studio is closed. Their slots are claimed ahead, as far as bookings reach.
create table closures (
  id bigint generated always as identity primary key,
  -- 1 is Monday, 7 Sunday.
  weekday integer not null check (weekday between 1 and 7),
  slots text[] not null check (cardinality(slots) > 0),
  from_date date not null,
  until_date date,
  note text not null default '',
  -- The last date whose slots were claimed.
  filled_until date not null,
  created_at timestamptz not null,
  check (until_date is null or until_date >= from_date)
);

-- Slots of a closure that an admin opened by hand: they stay open when a booking that had one leaves it again.
create table closure_openings (
  closure_id bigint not null references closures on delete cascade,
  date date not null,
  slot text not null,
  primary key (closure_id, date, slot)
);

alter table slot_claims
  add column held_by uuid references members on delete cascade,
  add column held_until timestamptz,
  add column closure_id bigint references closures on delete cascade,
  drop constraint slot_claims_kind_check,
  add constraint slot_claims_kind_check check (kind in ('BOOKED', 'BLOCKED', 'HELD')),
  add check ((kind = 'HELD') = (held_by is not null)),
  add check ((kind = 'HELD') = (held_until is not null)),
  add check (closure_id is null or kind = 'BLOCKED');
-- One hold for each member: nobody hoards slots.
create unique index slot_claims_one_hold on slot_claims (held_by) where held_by is not null;
create index slot_claims_by_closure on slot_claims (closure_id) where closure_id is not null;

-- The studio's calendar as a private address. Its token is derived from the id: nothing secret is stored.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  created_by uuid,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index calendar_feeds_one_live on calendar_feeds ((true)) where revoked_at is null;

-- What admins changed: who, when, from where, before and after. No foreign keys: it outlives those it names.
create table admin_audit_log (
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  admin_login_id text,
  address text not null,
  action text not null,
  -- What was changed: `reservation:17`, `slot:2026-11-24.09-10`.
  target text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index admin_audit_log_by_age on admin_audit_log (at);

-- Whose data an admin read who is no member: guests are named by their bookings.
alter table admin_access_log add column reservation_ids bigint[] not null default '{}';
