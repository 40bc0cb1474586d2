-- Inquiries whole: who wants to be told of the answer, and messages that are sent once and whose fate is known.

alter table questions
  -- The author asked for a message when the answer is there.
  add column notify boolean not null default false;

-- Messages to be sent, in the transaction of what they tell of. A job sends them; what may have gone out is never sent again on its own.
create table notifications (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('QUESTION_ANSWERED', 'QUESTION_ASKED')),
  -- Whom it is for; its phone is looked up when it is sent. Null: the studio.
  member_id uuid references members on delete cascade,
  question_id bigint references questions on delete cascade,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'FAILED', 'UNKNOWN')),
  attempts integer not null default 0,
  -- Of a queued one: not before.
  due_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index notifications_due on notifications (due_at) where state = 'QUEUED';
create index notifications_by_age on notifications (created_at desc, id desc);

-- The letters of a text and their pairs. Korean is searched for by words of two syllables, which trigrams cannot index.
create function search_grams(value text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}')
  from (
    select letter, lead(letter) over (order by place) as next
    from unnest(string_to_array(lower(value), null)) with ordinality as letters (letter, place)
  ) as pairs, lateral (values (letter), (letter || next)) as grams (gram)
  where gram is not null
$$;
-- Of a keyword: its pairs, or its only letter.
create function keyword_grams(value text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(gram), '{}') from unnest(search_grams(value)) as gram
  where char_length(gram) = least(2, char_length(value))
$$;
create index questions_by_title_grams on questions using gin (search_grams(title));
create index questions_by_content_grams on questions using gin (search_grams(content));

-- One's own, newest first, as every list of inquiries is.
drop index questions_by_member;
create index questions_by_member on questions (member_id, id desc);
