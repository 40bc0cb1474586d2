-- A hidden photo stays in its category, but visitors do not see it.
alter table photos add column hidden_at timestamptz;

-- The photo over which the home page's headline stands is the newest of 대표 again. One chosen in the settings becomes the newest.
insert into photos (category, original_file_name, saved_file_name, content_hash, width, height, widths, checksums, title, alt,
  placeholder, position, damaged_at)
select 'REPRESENTATIVE', original_file_name, saved_file_name, content_hash, width, height, widths, checksums, title, alt,
  placeholder, (select coalesce(min(position), 0) - 1 from photos where category = 'REPRESENTATIVE'), damaged_at
from photos
where deleted_at is null and id = (
  select (body ->> 'heroPhotoId')::bigint from studio_setting_versions where section = 'home' order by version desc limit 1)
on conflict (category, saved_file_name) where deleted_at is null do update set published_at = now();
