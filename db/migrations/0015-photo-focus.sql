-- The point of a photo that crops keep, in percent of its width and height.
alter table photos
  add column focus_x smallint not null default 50 check (focus_x between 0 and 100),
  add column focus_y smallint not null default 50 check (focus_y between 0 and 100);
