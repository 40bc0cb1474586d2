-- Whether a member uploads a private picture; otherwise an admin uploads a photo of the studio.
alter table upload_intents add column is_private boolean not null default false;
