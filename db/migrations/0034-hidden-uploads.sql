-- The studio chooses at upload whether a photo stays hidden from visitors.
alter table upload_intents add column is_hidden boolean not null default false;
