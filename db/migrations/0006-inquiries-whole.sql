-- Inquiries whole: who wants to be told of the answer, and messages that are sent once and whose fate is known.

alter table questions
  -- The author asked for a message when the answer is there.
  add column notify boolean not null default false;

-- Messages to be sent, in the transaction of what they tell of. A job sends them; what may have gone out is never sent again on its own.
create table notifications (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED')),
  -- Whom it is for; its phone is looked up when it is sent. Null: the studio. It goes with the inquiry, so it refers to no
  -- member: that would lock one after the inquiry, and who withdraws locks in the other order.
  member_id uuid,
  question_id bigint references questions on delete cascade,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED', 'UNKNOWN')),
  attempts integer not null default 0,
  -- Of a queued one: not before. Of one that is being sent: since when.
  due_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index notifications_due on notifications (due_at) where state = 'QUEUED';
create index notifications_by_age on notifications (created_at);
create index notifications_by_question on notifications (question_id);

-- Letters alike but for their case. A database of the locale C knows none beyond ASCII, so another's rules are borrowed.
do $$
declare
  rules text := 'default';
begin
  if lower('É') <> 'é' then
    select collname into rules from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8') and collnamespace = 'pg_catalog'::regnamespace
    order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8'], collname::text) limit 1;
  end if;
  execute format(
    'create function fold_case(value text) returns text language sql immutable strict parallel safe
      as $f$ select lower(value collate %I) $f$', coalesce(rules, 'default'));
end $$;

-- A text's letters and their pairs, as numbers: sorting and comparing words takes six times as long. A letter takes 21
-- bits. Korean is searched for by words of two syllables, which trigrams cannot index; see docs/decisions/005. The body is
-- bound here and now: whoever maintains an index looks no name up in our schema.
create function search_grams(value text) returns bigint[] language sql immutable strict parallel safe cost 1000
return (
  select coalesce(
    array_agg(ascii(letter)::bigint)
      || array_agg(ascii(letter)::bigint << 21 | ascii(next)) filter (where next is not null), '{}')
  from (select string_to_array(fold_case(value), null) as letters) as text,
    unnest(letters, letters[2:]) as pairs (letter, next)
);
-- Of a keyword: its pairs, or its only letter.
create function keyword_grams(value text) returns bigint[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(gram), '{}') from unnest(search_grams(value)) as gram
  where char_length(value) = 1 or gram >= 1::bigint << 21
);
-- Written at once: a list of what is still to be written would be read through by every search.
create index questions_by_title_grams on questions using gin (search_grams(title)) with (fastupdate = off);
create index questions_by_content_grams on questions using gin (search_grams(content)) with (fastupdate = off);

-- The search does not depend on statistics, and to make them would hold up an embedded database for seconds.
alter index questions_by_title_grams alter column 1 set statistics 0;
alter index questions_by_content_grams alter column 1 set statistics 0;

-- Every list of inquiries is newest first by id; one's own too.
drop index questions_by_age;
drop index questions_by_member;
create index questions_by_member on questions (member_id, id desc);
