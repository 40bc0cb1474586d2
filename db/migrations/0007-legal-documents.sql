-- The privacy policy was a list of processors with a date; it is a document with a text now. Its former versions stay as history.
update studio_setting_versions set section = 'processors' where section = 'privacy';
delete from studio_setting_drafts where section = 'privacy';

-- Each version of a document takes effect on a day of its own.
create unique index studio_setting_versions_by_effective_day on studio_setting_versions (section, (body ->> 'effectiveOn'))
  where section in ('terms', 'privacy', 'over14', 'refund');

-- Finds versions that ask for consent, usually none, without reading the texts.
create index studio_setting_versions_asking_consent on studio_setting_versions (version)
  where section = 'privacy' and body @> '{"asksConsent": true}';

-- What was published is never changed. Deleting an account only forgets who published it.
create function refuse_setting_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and row (new.section, new.version, new.body, new.changed_at)
    is not distinct from row (old.section, old.version, old.body, old.changed_at) then
    return new;
  end if;
  raise exception 'published versions are never changed';
end $$;
create trigger studio_setting_versions_unchanged before update or delete on studio_setting_versions
  for each row execute function refuse_setting_change();

-- Consents name the versions of the document and of the business details in it. There was one version of each so far.
alter table consents alter column version type integer using 1;
alter table consents add column identity_version integer not null default 1;
alter table consents alter column identity_version drop default;
alter table legal_retention.consents add column identity_version integer;
