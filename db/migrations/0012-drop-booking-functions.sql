-- Bookings and logins are transactions of the server (create-reservation.ts, create-session.ts).
drop function book_slot(
  uuid, date, text, timestamptz, text, text, text, text, text, text, bytea, timestamptz, date, text, integer, integer
);
drop function start_session(
  uuid, text, integer, uuid, text, text, timestamptz, timestamptz, bytea, timestamptz, bytea, text
);
