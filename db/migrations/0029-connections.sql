-- What admins entered for the services that the site uses: SMS, e-mail, social login, the bucket of the backups.
create table connections (
  name text primary key check (name in ('solapi', 'sens', 'mail', 'kakao', 'naver', 'google', 'backup')),
  sealed bytea not null, -- Encrypted with a key that comes from AUTH_SECRET.
  changed_at timestamptz not null
);
-- Every process reads them again, and forgets the pages that name the services.
create trigger connections_notify after insert or update or delete or truncate on connections
  for each statement execute function notify_content_changed();
