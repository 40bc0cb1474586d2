-- Lists by when a booking was made, and guests' bookings that go when the law keeps them no longer.

create index reservations_by_age on reservations (created_at desc, id desc);

-- A claim goes with its booking.
alter table slot_claims
  drop constraint slot_claims_reservation_id_date_slot_fkey,
  add constraint slot_claims_reservation_id_date_slot_fkey
    foreign key (reservation_id, date, slot) references reservations (id, date, slot) on delete cascade;
