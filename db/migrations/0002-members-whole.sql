-- Withdrawal and what the law keeps after it, failures counted by account and phone, the log of admins' access.

-- One row of this status stands for all who left: past bookings stay in the admins' lists under its name.
alter table members drop constraint members_status_check;
alter table members add constraint members_status_check
  check (status in ('ACTIVE', 'PENDING_SOCIAL', 'WITHDRAWN'));

-- Wrong passwords of an account or device, wrong codes of a phone. Keys are hashes.
create table failure_counters (
  key text primary key,
  failures integer not null check (failures >= 0),
  -- From here the count begins anew.
  ends_at timestamptz not null,
  -- Before this nothing is tried.
  opens_at timestamptz not null
);
create index failure_counters_by_age on failure_counters (ends_at);

-- Ids of members who left, kept for a while against impersonation: keyed hashes alone.
create table reserved_login_ids (
  key_hash bytea primary key,
  until timestamptz not null
);

-- Who of the studio saw whose data. No foreign keys: it outlives those it names.
create table admin_access_log (
  id bigint generated always as identity primary key,
  admin_id uuid not null,
  admin_login_id text,
  address text not null,
  action text not null,
  subject_ids uuid[] not null,
  at timestamptz not null
);
create index admin_access_log_by_age on admin_access_log (at);

create index verification_codes_by_age on verification_codes (expires_at);

-- What other laws make us keep, apart from the live tables: nothing here refers to them and no API reads it.
create schema retained;

-- Contracts and withdrawals from them: 5 years.
create table retained.contracts (
  id bigint generated always as identity primary key,
  subject_hash bytea not null,
  name text not null,
  phone text,
  code text not null,
  shoot_type text not null,
  date date not null,
  slot text not null,
  location text not null,
  booked_at timestamptz not null,
  -- Set when the member left before the meeting.
  cancelled_at timestamptz,
  -- The day, in Seoul, after which the years are counted.
  since date not null
);
create index contracts_by_age on retained.contracts (since);

-- Complaints and how they were dealt with: 3 years.
create table retained.disputes (
  id bigint generated always as identity primary key,
  subject_hash bytea not null,
  name text not null,
  phone text,
  title text not null,
  content text not null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  since date not null
);
create index disputes_by_age on retained.disputes (since);

-- Proof of what was agreed to: 3 years after the withdrawal.
create table retained.consents (
  id bigint generated always as identity primary key,
  subject_hash bytea not null,
  name text not null,
  phone text,
  item text not null,
  version text not null,
  address text not null,
  agreed_at timestamptz not null,
  since date not null
);
create index consents_by_age on retained.consents (since);

-- Who was erased when, to be erased again after a backup is restored.
create table retained.erasures (
  subject_hash bytea primary key,
  erased_at timestamptz not null
);
