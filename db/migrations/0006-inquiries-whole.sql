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
