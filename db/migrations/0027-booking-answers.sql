-- The studio's questions and the client's answers in words, as `[{ "question", "answer" }]`, and where the meeting takes place.
alter table reservations
  add column answers jsonb not null default '[]',
  add column meeting_kind text not null default 'VISIT' check (meeting_kind in ('VISIT', 'PHONE'));
