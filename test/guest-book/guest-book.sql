create table guest_book_entries (
  id bigint generated always as identity primary key,
  member_id uuid not null references members (id),
  content text not null,
  is_shown boolean not null default true,
  created_at timestamptz not null
);
create index guest_book_entries_member_id_idx on guest_book_entries (member_id);
