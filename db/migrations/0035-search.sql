-- The search of the admins finds customers who booked by phone by a part of the name or by the last digits of the number, and reservations
-- by the beginning of the code.
create index reservations_by_guest_name_bigrams on reservations using gin (search_bigrams(guest_name)) with (fastupdate = off)
  where guest_name is not null;
alter index reservations_by_guest_name_bigrams alter column 1 set statistics 0;
create index reservations_by_guest_phone_end on reservations (right(guest_phone, 4)) where guest_phone is not null;
create index reservations_by_code_prefix on reservations (code text_pattern_ops);
