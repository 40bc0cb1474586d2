-- Any window on a 10-minute grid can be a slot: `09-10`, `10:30-11:10`. The contract (slots.ts) allows one form per window.
alter table reservations drop constraint reservations_slot_check;
alter table reservations add constraint reservations_slot_check
  check (slot ~ '^[0-2][0-9](:[0-5]0)?-[0-2][0-9](:[0-5]0)?$');

-- The primary key prevents two claims of one slot. After a change of hours a day may have claims of slots that are offered no
-- more, and the constraint keeps slots that are offered now from overlapping them.
alter table slot_claims drop constraint slot_claims_slot_check;
alter table slot_claims add constraint slot_claims_slot_check
  check (slot ~ '^[0-2][0-9](:[0-5]0)?-[0-2][0-9](:[0-5]0)?$');
alter table slot_claims add column during tsrange not null generated always as (tsrange(
  date + make_interval(
    hours => left(slot, 2)::int, mins => right(rpad(split_part(slot, '-', 1), 5, ':00'), 2)::int),
  date + make_interval(
    hours => left(split_part(slot, '-', 2), 2)::int, mins => right(rpad(split_part(slot, '-', 2), 5, ':00'), 2)::int)
)) stored;
alter table slot_claims add constraint slot_claims_no_overlap exclude using gist (during with &&);

-- The slots that a weekday offers, from and until a date (inclusive). A null date is unlimited.
create table slot_plans (
  id bigint generated always as identity primary key,
  weekday integer not null check (weekday between 1 and 7), -- ISO: 1 is Monday.
  slot text not null check (slot ~ '^[0-2][0-9](:[0-5]0)?-[0-2][0-9](:[0-5]0)?$'),
  effective_from date, effective_until date,
  -- Minutes of the week.
  minutes int4range not null generated always as (int4range(
    weekday * 1440 + left(slot, 2)::int * 60 + right(rpad(split_part(slot, '-', 1), 5, ':00'), 2)::int,
    weekday * 1440 + left(split_part(slot, '-', 2), 2)::int * 60
      + right(rpad(split_part(slot, '-', 2), 5, ':00'), 2)::int
  )) stored,
  check (effective_from <= effective_until),
  constraint slot_plans_no_overlap
    exclude using gist (minutes with &&, daterange(effective_from, effective_until, '[]') with &&)
);
