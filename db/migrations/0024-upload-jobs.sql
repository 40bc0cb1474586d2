-- An upload whose lease has expired waits for any worker, whether a request marked it or its process crashed. REFUSED: it became no photo,
-- and no request of the worker's process waited for the answer.
alter table upload_intents drop constraint upload_intents_state_check;
alter table upload_intents add constraint upload_intents_state_check
  check (state in ('ISSUED', 'PROCESSING', 'PUBLISHED', 'REFUSED'));
alter table upload_intents
  -- The error that a request which waits in another process responds with.
  add column refusal jsonb,
  -- The photo that it became.
  add column photo_id bigint,
  -- The photo's place, drawn when the URL is signed; null for uploads of an earlier version.
  add column position double precision;

-- Places in front of all photos, of all categories. It falls, because photos are shown by rising position.
create sequence photo_positions increment by -1;
select setval('photo_positions', least(-1, floor(min(position))::bigint)) from photos having count(*) > 0;
