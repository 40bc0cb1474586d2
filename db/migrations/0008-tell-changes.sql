-- Every server process keeps the pages that guests are shown. What those pages are made of tells all of them when it changes,
-- with its commit, whoever changed it and by whatever way.
create function tell_shown_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('shown_change', tg_table_name);
  return null;
end
$$;

create trigger photos_tell after insert or update or delete or truncate on photos
  for each statement execute function tell_shown_change();
create trigger questions_tell after insert or update or delete or truncate on questions
  for each statement execute function tell_shown_change();
create trigger answers_tell after insert or update or delete or truncate on answers
  for each statement execute function tell_shown_change();
-- An inquiry shows who wrote it.
create trigger members_tell after update of name on members
  for each statement execute function tell_shown_change();
