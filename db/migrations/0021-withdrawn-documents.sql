-- A version of a legal document that is withdrawn before its day never takes effect, and another version may have its day.
alter table studio_setting_versions add column withdrawn_at timestamptz;

drop index studio_setting_versions_by_effective_day;
create unique index studio_setting_versions_by_effective_day on studio_setting_versions (section, (body ->> 'effectiveOn'))
  where section in ('terms', 'privacy', 'over14', 'refund') and withdrawn_at is null;

-- What was published is never changed. Deleting an account only forgets who published it, and a version is withdrawn once.
create or replace function refuse_setting_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row (new.section, new.version, new.body, new.changed_at)
    is not distinct from row (old.section, old.version, old.body, old.changed_at)
    and (old.withdrawn_at is null or new.withdrawn_at is not distinct from old.withdrawn_at) then
    return new;
  end if;
  raise exception 'published versions are never changed';
end $$;

-- TERMS_WITHDRAWN and the like go to the members who were told of the version.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED', 'RESERVATION_BOOKED',
    'RESERVATION_MOVED', 'RESERVATION_CANCELLED', 'RESERVATION_REOPENED', 'REMINDER_DAY_BEFORE', 'REMINDER_HOURS_BEFORE',
    'NEW_RESERVATION', 'TERMS_CHANGED', 'PRIVACY_CHANGED', 'REFUND_CHANGED', 'TERMS_WITHDRAWN', 'PRIVACY_WITHDRAWN',
    'REFUND_WITHDRAWN', 'LOGIN_ID_FOUND', 'PASSWORD_RESET', 'WITHDRAWN',
    'ADMIN_LOGIN', 'PHONE_CHANGED', 'ADMIN_PASSWORD_RESET', 'ADMIN_PHONE_CHANGED'));
