-- The link that creates the first admin: at most one, replaced by each new one and deleted when it is used.
create table setup_links (
  is_only boolean primary key default true check (is_only),
  token_hash text not null, -- SHA-256 of the token, in hexadecimal.
  expires_at timestamptz not null
);
