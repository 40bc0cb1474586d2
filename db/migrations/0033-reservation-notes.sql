-- The studio's own notes about a reservation. Deleted with it, and with the customer's data.
create table reservation_notes (
  reservation_id bigint primary key references reservations on delete cascade,
  text text not null check (text <> ''),
  changed_by uuid references members on delete set null,
  changed_at timestamptz not null
);
