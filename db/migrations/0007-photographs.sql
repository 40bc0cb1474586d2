-- Photographs on their way: what an admin may upload, what became of it, and what is to be deleted.

-- An upload from its signed address to its place on the wall. ISSUED: an address was given. UPLOADED: somebody asked to save
-- it, and `category`, `original_file_name` and `alt` say as what; whoever holds the lease works on it, and when the lease is
-- over anybody may go on. PUBLISHED: the photo hangs.
create table upload_intents (
  id uuid primary key,
  -- Where the file is put: never public, taken once.
  staging_key text not null unique check (staging_key ~ '^staging/[0-9a-f-]{36}\.(jpg|png|webp|avif)$'),
  member_id uuid not null references members on delete cascade,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/avif')),
  content_length integer check (content_length > 0),
  state text not null default 'ISSUED' check (state in ('ISSUED', 'UPLOADED', 'PUBLISHED')),
  category text check (category in (
    'LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING', 'REPRESENTATIVE',
    'LANDSCAPE_MAIN', 'PRODUCT_MAIN', 'FOOD_MAIN', 'WEDDING_MAIN'
  )),
  original_file_name text,
  alt text,
  -- From where that was asked, for the line in the log when another goes on.
  address text,
  lease_until timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (state = 'ISSUED' or (category is not null and original_file_name is not null and alt is not null))
);
-- The sweeper's way.
create index upload_intents_by_age on upload_intents (state, expires_at);
create index upload_intents_by_member on upload_intents (member_id);

alter table photos
  add column original_file_name text not null default '',
  -- SHA-256 of what was uploaded: how duplicates are recognised.
  add column content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  -- SHA-256 of each of its files, in the order in which they are named; null for photos older than this column.
  add column checksums text[],
  -- Deleted photos can be brought back for a while, then their row and their files go.
  add column deleted_at timestamptz,
  -- Files of it are lost or broken: it is not shown.
  add column damaged_at timestamptz,
  -- When it came into its category, uploaded or moved: the home page shows what came last.
  add column hung_at timestamptz not null default now();
alter table photos drop constraint photos_category_saved_file_name_key;
create unique index photos_by_name on photos (category, saved_file_name) where deleted_at is null;
create unique index photos_by_content on photos (category, content_hash) where deleted_at is null;
drop index photos_by_category;
create index photos_by_category on photos (category, position, id) where deleted_at is null and damaged_at is null;
create index photos_by_hanging on photos (category, hung_at desc, id desc)
  where deleted_at is null and damaged_at is null;
create index photos_by_saved_file_name on photos (saved_file_name);
create index photos_deleted on photos (deleted_at) where deleted_at is not null;

-- Files that belong to nothing any more, and those of a photo that is being hung: they are written down before they are put,
-- and leave this list in the transaction that hangs it. The store may be away: they are tried again until they are gone.
create table file_deletions (
  key text primary key,
  due_at timestamptz not null,
  tries integer not null default 0
);
create index file_deletions_by_age on file_deletions (due_at);
