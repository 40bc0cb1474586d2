-- The customer who made a reservation by phone: the id of a member whom the studio recognised, or a random one. Reservations of one customer
-- share it. Null for a member's reservation and after the customer's data was deleted.
alter table reservations add column customer_id uuid check (customer_id is null or guest_name is not null);
with callers as materialized (
  select guest_name, guest_phone, gen_random_uuid() as id from reservations where guest_phone is not null group by guest_name, guest_phone
)
update reservations set customer_id = callers.id from callers
where reservations.guest_name = callers.guest_name and reservations.guest_phone = callers.guest_phone;
update reservations set customer_id = gen_random_uuid() where guest_phone is null and guest_name <> '삭제한 고객';
create index reservations_by_customer on reservations (customer_id, id) where customer_id is not null;
create index reservations_by_guest_phone on reservations (guest_phone) where guest_phone is not null;
