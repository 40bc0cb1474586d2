-- A message carries what it says and, if it goes to the studio or to a customer without an account, to whom. A row of an earlier version
-- has no values until fill-older-messages.ts adds them.
alter table notifications
  add column "values" jsonb,
  add column address text,
  -- Not sent from then on: its meeting has begun, its document is in force, or what it tells of has changed.
  add column drop_at timestamptz;
