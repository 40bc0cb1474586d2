-- Requests whose change was committed a moment ago: a proxy that repeats one on another server gets the same response. The key is an
-- HMAC of the request.
create table completed_requests (
  key text primary key,
  completed_at timestamptz not null
);
