-- The last time at which the server believed its clock: after a jump ahead `jobs/retention-clock.ts` holds deletions by time.
create table retention_clock (
  is_only boolean primary key default true check (is_only),
  trusted_at timestamptz not null,
  seen_at timestamptz not null,
  steady_seconds integer not null
);
