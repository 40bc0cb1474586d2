-- Members change their phone number and download their data with a code.
alter table verification_codes drop constraint verification_codes_purpose_check;
alter table verification_codes add constraint verification_codes_purpose_check
  check (purpose in ('JOIN', 'FIND_ID', 'FIND_PASSWORD', 'CHANGE_PHONE', 'EXPORT'));

-- PHONE_CHANGED goes to the old number, which the row keeps in `phone` until it was sent.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED', 'RESERVATION_BOOKED',
    'RESERVATION_MOVED', 'RESERVATION_CANCELLED', 'RESERVATION_REOPENED', 'REMINDER_DAY_BEFORE', 'REMINDER_HOURS_BEFORE',
    'NEW_RESERVATION', 'TERMS_CHANGED', 'PRIVACY_CHANGED', 'REFUND_CHANGED', 'LOGIN_ID_FOUND', 'PASSWORD_RESET', 'WITHDRAWN',
    'ADMIN_LOGIN', 'PHONE_CHANGED'));
