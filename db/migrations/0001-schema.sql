-- The whole schema. Rules that must hold under concurrent requests are constraints, not checks in code.
-- Migrations are append-only: change the schema with a new file.

-- MEMBERS
create table members (
  id uuid primary key default gen_random_uuid(),
  login_id text,
  login_id_key text unique, -- NFKC and case-folded: two ids with the same key are the same id.
  password_hash text,
  name text not null,
  phone text unique check (phone ~ '^010[0-9]{8}$'),
  role text not null default 'MEMBER' check (role in ('MEMBER', 'ADMIN')),
  -- A single WITHDRAWN row represents all deleted members, so that their past reservations stay in the admin lists.
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PENDING_SOCIAL', 'WITHDRAWN')),
  created_at timestamptz not null default now(),
  check ((login_id is null) = (login_id_key is null))
);

create table consents (
  member_id uuid not null references members on delete cascade,
  item text not null check (item in ('over14', 'terms', 'privacy')),
  version text not null, ip_address text not null,
  agreed_at timestamptz not null default now(),
  primary key (member_id, item, version)
);

-- Keyed hashes of the login ids of deleted members, reserved for a while to prevent impersonation.
create table reserved_login_ids (key_hash bytea primary key, expires_at timestamptz not null);

-- LOGIN AND SESSIONS
create table sessions (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members on delete cascade,
  ip_address text not null, user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null, -- Absolute: refreshing the session does not extend it.
  revoked_at timestamptz
);
create index sessions_by_member on sessions (member_id, created_at);

-- One row per token of a session's rotation chain. Only hashes of the tokens are stored.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  rotation_salt bytea, -- Salt from which the next token is derived; set when this token is used.
  used_at timestamptz,
  expires_at timestamptz not null, created_at timestamptz not null,
  browser_cookie_hash bytea -- Set on a token that was passed in a URL: only the browser with this cookie can use it, and only once.
);
create index refresh_tokens_by_session on refresh_tokens (session_id);

-- An account at a social login provider. No e-mail address, phone or name is stored, because none of them is used to merge accounts.
-- After the member is deleted the row stays until the site is unlinked at the provider.
create table social_identities (
  provider text not null check (provider in ('kakao', 'naver', 'google')),
  subject text not null check (subject <> '' and char_length(subject) <= 255), -- The provider's user id. Text, because Kakao's ids are 64-bit numbers.
  member_id uuid unique references members on delete set null,
  refresh_token bytea, -- Encrypted; used only to unlink. Null for Kakao, which needs none.
  unlink_attempts integer not null default 0 check (unlink_attempts >= 0),
  unlink_at timestamptz, -- Time of the next unlink attempt; null means immediately.
  primary key (provider, subject)
);
create index social_identities_to_unlink on social_identities (unlink_at) where member_id is null;

-- Social logins in progress. The callback deletes the row, so that each state value can be used once.
create table oauth_transactions (
  state_hash bytea primary key,
  browser_cookie_hash bytea not null, -- Hash of the cookie of the browser that started the login.
  provider text not null check (provider in ('kakao', 'naver', 'google')),
  created_at timestamptz not null, expires_at timestamptz not null
);
create index oauth_transactions_by_browser on oauth_transactions (browser_cookie_hash, created_at);
create index oauth_transactions_by_age on oauth_transactions (expires_at);

create table verification_codes (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('JOIN', 'FIND_ID', 'FIND_PASSWORD')),
  phone text not null,
  member_id uuid references members on delete cascade,
  code_hash bytea not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null, expires_at timestamptz not null, verified_at timestamptz,
  ended_at timestamptz -- Consumed, or replaced by a newer code.
);
create index verification_codes_by_phone on verification_codes (phone, purpose, created_at desc);
create index verification_codes_by_age on verification_codes (expires_at);

create table rate_counters (
  key text not null, window_start timestamptz not null, hits integer not null,
  primary key (key, window_start)
);
create index rate_counters_by_age on rate_counters (window_start);

-- Wrong passwords per account or device, wrong codes per phone. Keys are hashes.
create table failure_counters (
  key text primary key,
  failures integer not null check (failures >= 0),
  expires_at timestamptz not null, -- The counter is reset after this instant.
  locked_until timestamptz not null -- Attempts are rejected until this instant.
);
create index failure_counters_by_age on failure_counters (expires_at);

create table login_log (
  id bigint generated always as identity primary key,
  member_id uuid references members on delete set null,
  outcome text not null check (outcome in ('SUCCESS', 'FAILURE', 'LOGOUT', 'REFRESH_REUSE')),
  ip_address text not null, user_agent text not null,
  occurred_at timestamptz not null
);
create index login_log_by_age on login_log (occurred_at);

-- PHOTOS
create table photos (
  id bigint generated always as identity primary key,
  category text not null check (category in ('LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING', 'REPRESENTATIVE',
    'LANDSCAPE_MAIN', 'PRODUCT_MAIN', 'FOOD_MAIN', 'WEDDING_MAIN')),
  original_file_name text not null default '',
  saved_file_name text not null, -- Prefix of the names of all files of the photo; unique per content.
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'), -- SHA-256 of the upload, to find duplicates.
  width integer not null check (width > 0), height integer not null check (height > 0),
  widths integer[] not null, -- Widths of the existing renditions in pixels, ascending.
  checksums text[], -- SHA-256 of each file, in the order of `keysOf`; null when unknown.
  title text not null, alt text not null, placeholder text not null,
  position double precision not null,
  created_at timestamptz not null default now(),
  published_at timestamptz not null default now(), -- When it was published in or moved to its category. The home page shows the newest.
  deleted_at timestamptz, -- Soft delete: the photo can be restored until the purge deletes its row and files.
  damaged_at timestamptz -- Set while files are missing or corrupted. Such photos are hidden.
);
create unique index photos_by_name on photos (category, saved_file_name) where deleted_at is null;
create unique index photos_by_content on photos (category, content_hash) where deleted_at is null;
create index photos_by_category on photos (category, position, id) where deleted_at is null and damaged_at is null;
create index photos_by_publication on photos (category, published_at desc, id desc) where deleted_at is null and damaged_at is null;
create index photos_by_saved_file_name on photos (saved_file_name);
create index photos_deleted on photos (deleted_at) where deleted_at is not null;

-- ISSUED: a signed upload URL was created. PROCESSING: saving was requested; the lease holder processes the file, and any process
-- may acquire the lease after it expires. PUBLISHED: the photo is on the site.
create table upload_intents (
  id uuid primary key,
  staging_key text not null unique check (staging_key ~ '^staging/[0-9a-f-]{36}\.(jpg|png|webp|avif)$'),
  member_id uuid not null references members on delete cascade,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  content_length integer check (content_length > 0),
  state text not null default 'ISSUED' check (state in ('ISSUED', 'PROCESSING', 'PUBLISHED')),
  category text check (category in ('LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING', 'REPRESENTATIVE',
    'LANDSCAPE_MAIN', 'PRODUCT_MAIN', 'FOOD_MAIN', 'WEDDING_MAIN')),
  original_file_name text, alt text,
  ip_address text, -- IP address of the save request, for the audit log when another process continues.
  lease_until timestamptz, attempts integer not null default 0,
  created_at timestamptz not null, expires_at timestamptz not null,
  check (state = 'ISSUED' or (category is not null and original_file_name is not null and alt is not null))
);
create index upload_intents_by_age on upload_intents (state, expires_at);
create index upload_intents_by_member on upload_intents (member_id);

-- Files to delete. A photo's files are registered here before they are written and removed when it is published, so that a crash
-- leaves no orphans.
create table file_deletions (key text primary key, due_at timestamptz not null, attempts integer not null default 0);
create index file_deletions_by_age on file_deletions (due_at);

-- RESERVATIONS AND THE SCHEDULE
create table reservations (
  id bigint generated by default as identity primary key,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$'),
  member_id uuid references members, -- Null for a reservation by phone or message of a customer without an account.
  guest_name text check (guest_name <> ''), guest_phone text check (guest_phone ~ '^0[0-9]{8,10}$'),
  state text not null default 'BOOKED' check (state in ('BOOKED', 'COMPLETED', 'CANCELLED', 'NO_SHOW')),
  shoot_type text not null check (shoot_type in ('LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING')),
  date date not null,
  slot text not null check (slot in ('09-10', '12-13', '15-16', '18-19', '21-22')),
  desired_shoot_date text not null, location text not null, notes text not null,
  created_at timestamptz not null default now(),
  unique (id, date, slot), -- Referenced by the foreign key of slot_claims.
  check ((member_id is null) = (guest_name is not null))
);
create index reservations_by_member on reservations (member_id, date desc, slot desc, id desc);
create index reservations_by_date on reservations (date desc, slot desc, id desc);
create index reservations_by_age on reservations (created_at desc, id desc);

-- History of changes to a reservation. The reason is the only free text.
create table reservation_events (
  id bigint generated always as identity primary key,
  reservation_id bigint not null references reservations on delete cascade,
  action text not null check (action in ('MOVED', 'CANCELLED', 'COMPLETED', 'NO_SHOW', 'REOPENED')),
  actor text not null check (actor in ('MEMBER', 'ADMIN')), actor_id uuid,
  date date not null, slot text not null, -- Before the change. The values after it are in the next event or in the reservation.
  reason text not null default '', occurred_at timestamptz not null
);
create index reservation_events_by_reservation on reservation_events (reservation_id, id);

-- A repeated create request with the same key returns the first reservation.
create table idempotency_keys (
  member_id uuid not null references members on delete cascade,
  key text not null, request_hash bytea not null,
  reservation_id bigint not null references reservations on delete cascade,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- The studio's calendar at a private URL. The URL's token is derived from the id, so that no secret is stored.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  created_by uuid, created_at timestamptz not null, revoked_at timestamptz
);
create unique index calendar_feeds_one_live on calendar_feeds ((true)) where revoked_at is null;

-- Slots that are closed every week. Their claims are created ahead of time, up to the booking horizon.
create table closures (
  id bigint generated always as identity primary key,
  weekday integer not null check (weekday between 1 and 7), -- ISO: 1 is Monday.
  slots text[] not null check (cardinality(slots) > 0),
  from_date date not null, until_date date,
  note text not null default '',
  materialized_until date not null, -- Last date whose slots have been claimed.
  created_at timestamptz not null,
  check (until_date is null or until_date >= from_date)
);

-- Single slots of a closure that an admin opened. They stay open after a reservation in them is cancelled or moved.
create table closure_exceptions (
  closure_id bigint not null references closures on delete cascade,
  date date not null, slot text not null,
  primary key (closure_id, date, slot)
);

-- One row per occupied slot of a date, for reservations, holds and blocks. The primary key prevents double bookings.
create table slot_claims (
  date date not null,
  slot text not null check (slot in ('09-10', '12-13', '15-16', '18-19', '21-22')),
  kind text not null check (kind in ('BOOKED', 'BLOCKED', 'HELD')),
  reservation_id bigint unique,
  held_by uuid references members on delete cascade, held_until timestamptz,
  closure_id bigint references closures on delete cascade,
  created_at timestamptz not null default now(),
  primary key (date, slot),
  -- A claim can only reference a reservation of the same date and slot.
  foreign key (reservation_id, date, slot) references reservations (id, date, slot) on delete cascade,
  check ((kind = 'BOOKED') = (reservation_id is not null)),
  check ((kind = 'HELD') = (held_by is not null)),
  check ((kind = 'HELD') = (held_until is not null)),
  check (closure_id is null or kind = 'BLOCKED')
);
-- One hold per member, so that a member cannot hoard slots.
create unique index slot_claims_one_hold on slot_claims (held_by) where held_by is not null;
create index slot_claims_by_closure on slot_claims (closure_id) where closure_id is not null;

-- QUESTIONS AND NOTIFICATIONS
create table questions (
  id bigint generated always as identity primary key,
  member_id uuid not null references members on delete cascade,
  title text not null check (title <> '' and char_length(title) <= 200),
  content text not null check (content <> '' and char_length(content) <= 5000),
  secret boolean not null default false,
  notify boolean not null default false, -- The author requested an SMS when the question is answered.
  created_at timestamptz not null default now(), updated_at timestamptz
);
create index questions_by_member on questions (member_id, id desc);

-- A question is answered when it has a row here.
create table answers (
  id bigint generated always as identity primary key,
  question_id bigint not null unique references questions on delete cascade,
  content text not null check (content <> '' and char_length(content) <= 5000),
  created_at timestamptz not null default now(), updated_at timestamptz
);

-- Outbox: written in the transaction of the event and sent by a job. An SMS that may have been sent is never resent automatically.
create table notifications (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED')),
  -- The recipient; null is the studio. No foreign key: deleting a question would lock the member after the question, while
  -- deleting an account locks them in the other order.
  member_id uuid,
  question_id bigint references questions on delete cascade,
  -- SIMULATED: written to the outbox file because no SMS provider is configured. UNKNOWN: it may have been sent.
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'SIMULATED', 'FAILED', 'UNKNOWN')),
  attempts integer not null default 0,
  due_at timestamptz not null, -- Earliest time to send; after sending has started, its start time.
  created_at timestamptz not null, settled_at timestamptz
);
create index notifications_due on notifications (due_at) where state = 'QUEUED';
create index notifications_by_age on notifications (created_at);
create index notifications_by_question on notifications (question_id);

-- Lower-cases text of any script. A database with locale C folds only ASCII, so this uses another collation there.
do $$
declare
  rules text := 'default';
begin
  if lower('É') <> 'é' then
    select collname into rules from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8') and collnamespace = 'pg_catalog'::regnamespace
    order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8'], collname::text) limit 1;
  end if;
  execute format(
    'create function fold_case(value text) returns text language sql immutable strict parallel safe
      as $f$ select lower(value collate %I) $f$', coalesce(rules, 'default'));
end $$;

-- The letters and bigrams of a text, encoded as numbers with 21 bits per letter: sorting and comparing text takes six times as long.
-- Trigrams cannot index Korean words of two syllables; see docs/decisions/005-bigram-search.md. The function bodies are parsed at
-- creation, so that index maintenance does not depend on the search path.
create function search_bigrams(value text) returns bigint[] language sql immutable strict parallel safe cost 1000
return (
  select coalesce(
    array_agg(ascii(letter)::bigint)
      || array_agg(ascii(letter)::bigint << 21 | ascii(next)) filter (where next is not null), '{}')
  from (select string_to_array(fold_case(value), null) as letters) as text,
    unnest(letters, letters[2:]) as pairs (letter, next)
);
-- The bigrams of a keyword, or its only letter.
create function keyword_bigrams(value text) returns bigint[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(gram), '{}') from unnest(search_bigrams(value)) as gram
  where char_length(value) = 1 or gram >= 1::bigint << 21
);
-- `fastupdate` is off because every search would scan the list of pending entries.
create index questions_by_title_bigrams on questions using gin (search_bigrams(title)) with (fastupdate = off);
create index questions_by_content_bigrams on questions using gin (search_bigrams(content)) with (fastupdate = off);
-- The search does not use these statistics, and collecting them blocks the embedded database for seconds.
alter index questions_by_title_bigrams alter column 1 set statistics 0;
alter index questions_by_content_bigrams alter column 1 set statistics 0;

-- ADMIN LOGS, without foreign keys because they outlive the rows they reference.
-- Which admin read whose personal data. Customers without an account are identified by their reservations.
create table admin_access_log (
  id bigint generated always as identity primary key,
  admin_id uuid not null, admin_login_id text, ip_address text not null, action text not null,
  subject_ids uuid[] not null, reservation_ids bigint[] not null default '{}', occurred_at timestamptz not null
);
create index admin_access_log_by_age on admin_access_log (occurred_at);

-- What admins changed. Examples of `target`: `reservation:17`, `slot:2026-11-24.09-10`.
create table admin_audit_log (
  id bigint generated always as identity primary key,
  admin_id uuid not null, admin_login_id text, ip_address text not null, action text not null,
  target text not null, before jsonb, after jsonb, occurred_at timestamptz not null
);
create index admin_audit_log_by_age on admin_audit_log (occurred_at);

-- LEGAL RETENTION
-- The last time when the server trusted its clock. After a jump ahead `jobs/retention-clock.ts` holds the purge.
create table retention_clock (
  is_only boolean primary key default true check (is_only),
  trusted_at timestamptz not null, seen_at timestamptz not null, steady_seconds integer not null
);

-- Records of deleted members that other laws require, separate from the live tables: nothing references them and no API reads them.
-- `since` is the date in Seoul at which the retention period starts.
create schema legal_retention;

-- Contracts and their cancellations: 5 years. `cancelled_at` is set when the account was deleted before the meeting.
create table legal_retention.contracts (
  id bigint generated always as identity primary key,
  subject_hash bytea not null, name text not null, phone text,
  code text not null, shoot_type text not null, date date not null, slot text not null, location text not null,
  booked_at timestamptz not null, cancelled_at timestamptz, since date not null
);
create index contracts_by_age on legal_retention.contracts (since);

-- Complaints and their handling: 3 years.
create table legal_retention.disputes (
  id bigint generated always as identity primary key,
  subject_hash bytea not null, name text not null, phone text,
  title text not null, content text not null, asked_at timestamptz not null,
  answer text, answered_at timestamptz, since date not null
);
create index disputes_by_age on legal_retention.disputes (since);

-- Proof of consent: 3 years after the account was deleted.
create table legal_retention.consents (
  id bigint generated always as identity primary key,
  subject_hash bytea not null, name text not null, phone text,
  item text not null, version text not null, ip_address text not null, agreed_at timestamptz not null,
  since date not null
);
create index consents_by_age on legal_retention.consents (since);

-- Deleted members, so that they are deleted again after a backup is restored.
create table legal_retention.erasures (subject_hash bytea primary key, erased_at timestamptz not null);

-- CHANGE NOTIFICATIONS
-- Every server process caches public pages. These triggers notify all of them when a change of public content is committed.
create function notify_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end
$$;
create trigger photos_notify after insert or update or delete or truncate on photos
  for each statement execute function notify_content_changed();
create trigger questions_notify after insert or update or delete or truncate on questions
  for each statement execute function notify_content_changed();
create trigger answers_notify after insert or update or delete or truncate on answers
  for each statement execute function notify_content_changed();
-- Question lists show the author's name.
create trigger members_notify after update of name on members
  for each statement execute function notify_content_changed();
