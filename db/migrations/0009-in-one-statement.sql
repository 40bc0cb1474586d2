-- The two writes that come in rushes, each in one statement instead of a transaction of many: whoever locks a member's row sees
-- with the next statement what those before left there, which one plain statement would not.

-- Books a slot for a member and answers the booking's id; null when anything stands in its way, and then nothing is written.
-- What it was is found out by `find-standing.ts` and judged by `judge-booking.ts`, which know the rules by name; those of the
-- calendar alone (past, too far ahead) are judged before. As `claim-slot.ts` does for holds and moves, only a hold that is over,
-- or one's own, gives way.
create function book_slot(
  booker uuid, on_date date, at_slot text, booked_at timestamptz,
  new_code text, type text, wish text, place text, remarks text,
  sent_key text, request bytea, keys_since timestamptz,
  today date, this_hour text, most_ahead integer, most_a_date integer
) returns bigint language plpgsql as $$
declare
  booking bigint;
begin
  -- The losers of a rush end here: they lock nothing, write nothing and wait for nobody.
  if exists (
    select from slot_claims as claim
    where claim.date = on_date and claim.slot = at_slot
      and (claim.kind <> 'HELD' or (claim.held_by <> booker and claim.held_until > booked_at))
  ) then
    return null;
  end if;
  -- All that one member does queues here, so that limits and keys hold under parallel requests.
  perform from members where id = booker for no key update;
  if not found
    or exists (
      select from idempotency_keys as kept
      where kept.member_id = booker and kept.key = sent_key and kept.created_at > keys_since
    )
    or most_ahead <= (
      select count(*) from reservations as ahead
      where ahead.member_id = booker and ahead.state = 'BOOKED' and (ahead.date, left(ahead.slot, 2)) > (today, this_hour)
    )
    or most_a_date <= (
      select count(*) from reservations as there
      where there.member_id = booker and there.state <> 'CANCELLED' and there.date = on_date
    )
  then
    return null;
  end if;
  -- The claim's primary key decides who owns the slot, and a booking is made from a won claim only. Foreign keys are checked at
  -- the statement's end.
  with won as (
    insert into slot_claims (date, slot, kind, reservation_id, created_at)
    values (on_date, at_slot, 'BOOKED', nextval('reservations_id_seq'), booked_at)
    on conflict (date, slot) do update
      set kind = excluded.kind, reservation_id = excluded.reservation_id, closure_id = excluded.closure_id,
        held_by = excluded.held_by, held_until = excluded.held_until, created_at = excluded.created_at
      where slot_claims.kind = 'HELD' and (slot_claims.held_by = booker or slot_claims.held_until <= booked_at)
    returning reservation_id
  ), made as (
    insert into reservations (id, code, member_id, shoot_type, date, slot, desired_shoot_date, location, notes, created_at)
    select reservation_id, new_code, booker, type, on_date, at_slot, wish, place, remarks, booked_at from won
    returning id
  ), kept as (
    insert into idempotency_keys (member_id, key, request_hash, reservation_id, created_at)
    select booker, sent_key, request, id, booked_at from made where sent_key is not null
    on conflict (member_id, key) do update
      set request_hash = excluded.request_hash, reservation_id = excluded.reservation_id, created_at = excluded.created_at
  )
  select id into booking from made;
  return booking;
end
$$;

-- Signs a member in: a session, its first token and the line in the login log. False, and nothing written, when the member is
-- gone or has another password than the one that was found right. A try that was counted as failed is taken back (`settled`).
create function start_session(
  owner uuid, verified_hash text, most integer,
  new_session uuid, came_from text, came_by text, started_at timestamptz, session_ends timestamptz,
  token bytea, token_ends timestamptz, browser bytea, settled text
) returns boolean language plpgsql as $$
begin
  -- Logins of one member queue here, so that the number of sessions holds under parallel ones too.
  perform from members where id = owner and (verified_hash is null or password_hash = verified_hash) for no key update;
  if not found then
    return false;
  end if;
  -- The oldest end, first those that cannot go on anyhow: a hand-off that nobody exchanged leaves one without a token.
  update sessions set revoked_at = started_at
  where id in (
    select own.id from sessions as own
    where own.member_id = owner and own.revoked_at is null and own.expires_at > started_at
    order by exists (
        select from refresh_tokens as going_on
        where going_on.session_id = own.id and going_on.used_at is null and going_on.expires_at > started_at
      ) desc, own.created_at desc, own.id desc
    offset most - 1
  );
  insert into sessions (id, member_id, address, user_agent, created_at, expires_at)
  values (new_session, owner, came_from, came_by, started_at, session_ends);
  insert into refresh_tokens (token_hash, session_id, expires_at, created_at, browser_hash)
  values (token, new_session, token_ends, started_at, browser);
  insert into login_log (member_id, outcome, address, user_agent, at)
  values (owner, 'SUCCESS', came_from, came_by, started_at);
  if settled is not null then
    update failure_counters set failures = greatest(failures - 1, 0), opens_at = started_at where key = settled;
  end if;
  return true;
end
$$;
