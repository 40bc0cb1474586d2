-- Pictures that only their owner and the studio may see. A row without a member, or without a reservation for a day, is deleted with its
-- file by the photo maintenance.
create table private_files (
  id uuid primary key,
  key text not null unique,
  member_id uuid references members (id) on delete set null,
  reservation_id bigint references reservations (id) on delete set null,
  -- Order of the pictures of a reservation.
  position smallint not null default 0,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null
);
create index private_files_member on private_files (member_id);
create index private_files_reservation on private_files (reservation_id);
