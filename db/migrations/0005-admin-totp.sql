-- The second factor of an admin's login (TOTP, RFC 6238). It is on once the first code was confirmed.
create table admin_totp (
  member_id uuid primary key references members on delete cascade,
  secret bytea not null, -- Encrypted with a key derived from AUTH_SECRET.
  confirmed_at timestamptz,
  last_step bigint not null default 0 -- The last accepted time step. A code is accepted once.
);

-- Each recovery code replaces one code of the app and is deleted when it is used.
create table admin_recovery_codes (
  member_id uuid not null references admin_totp on delete cascade,
  code_hash text not null, -- SHA-256, in hexadecimal. The codes have 50 random bits.
  primary key (member_id, code_hash)
);
