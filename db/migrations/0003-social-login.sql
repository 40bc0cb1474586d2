-- Login through Kakao, Naver and Google.

-- Who someone is at a provider, and nothing else of them: neither address nor phone nor name ever joins two accounts.
-- A member who leaves, or is purged for never having agreed, leaves the row behind until the provider is unlinked.
create table social_identities (
  provider text not null check (provider in ('kakao', 'naver', 'google')),
  -- As text: Kakao's are 64-bit numbers.
  subject text not null check (subject <> '' and char_length(subject) <= 255),
  member_id uuid unique references members on delete set null,
  -- Encrypted, and good for nothing here but to unlink. Kakao needs none.
  refresh_token bytea,
  unlink_attempts integer not null default 0 check (unlink_attempts >= 0),
  -- Not before this; at once when there is none.
  unlink_at timestamptz,
  primary key (provider, subject)
);
create index social_identities_to_unlink on social_identities (unlink_at) where member_id is null;

-- Logins under way at a provider. Used by deleting them, so that each counts once.
create table oauth_transactions (
  state_hash bytea primary key,
  -- Of the cookie of the browser that began it.
  browser_hash bytea not null,
  provider text not null check (provider in ('kakao', 'naver', 'google')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_transactions_by_browser on oauth_transactions (browser_hash, created_at);
create index oauth_transactions_by_age on oauth_transactions (expires_at);

-- Set on a token that was handed over in an address: it is used once, and only by the browser that has this cookie.
alter table refresh_tokens add column browser_hash bytea;
