-- The studio corrects the phone number of a phone reservation.
alter table reservation_events drop constraint reservation_events_action_check;
alter table reservation_events add constraint reservation_events_action_check
  check (action in ('MOVED', 'CANCELLED', 'COMPLETED', 'NO_SHOW', 'REOPENED', 'CORRECTED'));
