-- Links by which admins invite other admins. Each works once and is deleted when it is used.
create table staff_invitations (
  id bigint generated always as identity primary key,
  token_hash text not null unique, -- SHA-256 of the token, in hexadecimal.
  created_by uuid not null references members on delete cascade,
  expires_at timestamptz not null
);
create index staff_invitations_by_admin on staff_invitations (created_by);
