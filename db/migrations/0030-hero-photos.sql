-- The home page shows the newest six photos of REPRESENTATIVE one after another. It showed only the newest until now, so the others stay
-- hidden until an admin shows them.
update photos set hidden_at = now()
where category = 'REPRESENTATIVE' and hidden_at is null and id <> (
  select id from photos
  where category = 'REPRESENTATIVE' and deleted_at is null and damaged_at is null and hidden_at is null
  order by published_at desc, id desc
  limit 1
);
