-- Messages about reservations join those about questions.
alter table notifications drop constraint notifications_kind_check, drop constraint notifications_state_check;
alter table notifications
  add constraint notifications_kind_check check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED', 'RESERVATION_BOOKED',
    'RESERVATION_MOVED', 'RESERVATION_CANCELLED', 'RESERVATION_REOPENED', 'REMINDER_DAY_BEFORE', 'REMINDER_HOURS_BEFORE',
    'NEW_RESERVATION')),
  -- SUPERSEDED: not sent, because the reservation changed first or its meeting began.
  add constraint notifications_state_check check (state in ('QUEUED', 'SENT', 'SIMULATED', 'FAILED', 'UNKNOWN', 'SUPERSEDED')),
  add column reservation_id bigint references reservations on delete cascade,
  -- The number of changes of the reservation of which the message tells; the id of the answer; 0 for a new question.
  add column subject_version bigint not null default 0,
  -- `CUSTOMER`, or the position in the settings of the studio's phone number.
  add column recipient text not null default 'CUSTOMER' check (recipient ~ '^(CUSTOMER|STUDIO [1-9])$'),
  -- Answers the recipient's own press, or cannot wait until the morning.
  add column sends_at_night boolean not null default false;

update notifications set recipient = 'STUDIO 1' where kind = 'QUESTION_ASKED';
update notifications set subject_version = id where kind = 'QUESTION_ANSWERED';

-- Each message is queued once.
create unique index notifications_once on notifications
  (kind, coalesce(reservation_id, question_id), subject_version, recipient);
create index notifications_by_reservation on notifications (reservation_id);
