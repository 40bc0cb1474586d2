-- SIMULATED: written to the outbox file because no SMS provider was set, so nobody received it.
alter table notifications drop constraint notifications_state_check;
alter table notifications add constraint notifications_state_check
  check (state in ('QUEUED', 'SENT', 'SIMULATED', 'FAILED', 'UNKNOWN'));
