-- When the provider's list first lacked a message whose result is unknown. If it still does after two minutes, the message is sent again.
alter table notifications add column missing_since timestamptz;

-- Ends the messages to members who left before, as those of members who leave now. Guests have no account, and a notice of the end of an
-- account that may still be sent keeps its number.
update notifications set state = 'SUPERSEDED', result_code = 'WITHDRAWN', phone = null, poll_at = null,
  settled_at = coalesce(settled_at, due_at)
where recipient = 'CUSTOMER' and member_id is null and state in ('FAILED', 'UNKNOWN')
  and not (kind = 'WITHDRAWN' and phone is not null)
  and not exists (select from reservations where id = reservation_id and guest_name is not null);

-- What the SMS provider refused since it last accepted a message. One row at most.
create table provider_refusals (
  id boolean primary key default true check (id),
  -- Verification codes that were not sent.
  failed_codes integer not null,
  -- Why the latest message was refused.
  result_code text,
  -- When the studio was last told by e-mail.
  mailed_at timestamptz
);

-- MESSAGES_REFUSED tells the studio by e-mail.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED', 'RESERVATION_BOOKED',
    'RESERVATION_MOVED', 'RESERVATION_CANCELLED', 'RESERVATION_REOPENED', 'REMINDER_DAY_BEFORE', 'REMINDER_HOURS_BEFORE',
    'NEW_RESERVATION', 'TERMS_CHANGED', 'PRIVACY_CHANGED', 'REFUND_CHANGED', 'TERMS_WITHDRAWN', 'PRIVACY_WITHDRAWN',
    'REFUND_WITHDRAWN', 'LOGIN_ID_FOUND', 'PASSWORD_RESET', 'WITHDRAWN',
    'ADMIN_LOGIN', 'PHONE_CHANGED', 'ADMIN_PASSWORD_RESET', 'ADMIN_PHONE_CHANGED', 'MESSAGES_REFUSED'));
