-- How a message was sent and whether it arrived; security notices and changed terms go through the same outbox.
alter table notifications drop constraint notifications_kind_check, drop constraint notifications_state_check,
  drop constraint notifications_recipient_check;
alter table notifications
  add constraint notifications_kind_check check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED', 'RESERVATION_BOOKED',
    'RESERVATION_MOVED', 'RESERVATION_CANCELLED', 'RESERVATION_REOPENED', 'REMINDER_DAY_BEFORE', 'REMINDER_HOURS_BEFORE',
    'NEW_RESERVATION', 'TERMS_CHANGED', 'PRIVACY_CHANGED', 'REFUND_CHANGED', 'LOGIN_ID_FOUND', 'PASSWORD_RESET', 'WITHDRAWN',
    'ADMIN_LOGIN')),
  -- DELIVERED: the provider reports that it arrived.
  add constraint notifications_state_check check (state in ('QUEUED', 'SENT', 'DELIVERED', 'SIMULATED', 'FAILED', 'UNKNOWN',
    'SUPERSEDED')),
  add constraint notifications_recipient_check check (recipient ~ '^(CUSTOMER|STUDIO [1-9]|EMAIL [1-9])$'),
  -- The number of an account that was deleted; null once the message was sent.
  add column phone text,
  add column channel text check (channel in ('SMS', 'ALIMTALK', 'EMAIL')),
  -- Arrived, or failed, as the SMS that replaces an alimtalk.
  add column is_replaced boolean not null default false,
  add column provider_message_id text,
  -- Why it failed or was replaced: the provider's code, or NO_NUMBER.
  add column result_code text,
  -- When the provider is asked next what became of it.
  add column poll_at timestamptz,
  add column polls integer not null default 0;

create index notifications_to_poll on notifications (poll_at) where poll_at is not null;
create index notifications_by_provider_message on notifications (provider_message_id);

-- Security notices may be sent more than once.
drop index notifications_once;
create unique index notifications_once on notifications
  (kind, coalesce(reservation_id, question_id), subject_version, recipient)
  where coalesce(reservation_id, question_id) is not null;
create unique index notifications_document_once on notifications (kind, member_id, subject_version)
  where kind in ('TERMS_CHANGED', 'PRIVACY_CHANGED', 'REFUND_CHANGED');

-- Messages that the member can do without.
alter table members add column wants_reminders boolean not null default true,
  add column wants_answers boolean not null default true;

-- The settings gain two fields. What was published stays, so a new version has them.
insert into studio_setting_versions (section, version, body, changed_by, changed_at)
select section, version + 1, body || '{"termsChanged": true, "studioEmails": []}'::jsonb, null, now()
from studio_setting_versions where section = 'messages' order by version desc limit 1;
update studio_setting_drafts set base_version = base_version + 1,
  body = body || '{"termsChanged": true, "studioEmails": []}'::jsonb
where section = 'messages';
