-- The rendered files of the studio's logos. The published and drafted versions of the section `look` name them.
create table logo_files (
  key text primary key, -- The logo's name and the file's: `0123456789abcdef01234567-120-2x.webp`.
  bytes bytea not null
);
