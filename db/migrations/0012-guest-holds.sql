-- A visitor who is not logged in holds a slot too, identified by the hash of a cookie. The keyed hash of the visitor's network is
-- null while rate limits are off.
alter table slot_claims add column guest_hash bytea, add column guest_network bytea;
alter table slot_claims drop constraint slot_claims_check1;
alter table slot_claims add constraint slot_claims_holder
  check ((kind = 'HELD') = (num_nonnulls(held_by, guest_hash) = 1) and num_nonnulls(held_by, guest_hash) <= 1);
alter table slot_claims add constraint slot_claims_network check (guest_network is null or guest_hash is not null);
create unique index slot_claims_one_guest_hold on slot_claims (guest_hash) where guest_hash is not null;
create unique index slot_claims_one_network_hold on slot_claims (guest_network) where guest_network is not null;
