-- The studio's own notes about a member. Deleted with the account.
create table member_notes (
  member_id uuid primary key references members on delete cascade,
  text text not null check (text <> ''),
  changed_by uuid references members on delete set null,
  changed_at timestamptz not null
);
