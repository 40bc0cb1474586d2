-- The studio's own categories. A publication of the section `category-list` writes this table in its transaction. An id is in paths,
-- file names and exports, so it never changes.
create table categories (
  id text primary key check (id ~ '^[A-Z][A-Z0-9_]{1,29}$' and id <> 'REPRESENTATIVE' and id !~ '_MAIN$'),
  name text not null,
  sort_order integer not null,
  is_shown boolean not null,
  created_at timestamptz not null default now()
);

-- A new studio gets them with its first content.
insert into categories (id, name, sort_order, is_shown)
  select * from (values ('LANDSCAPE', '풍경', 0, true), ('PRODUCT', '제품', 1, true), ('FOOD', '음식', 2, true), ('WEDDING', '웨딩', 3, true))
    as four (id, name, sort_order, is_shown)
  where exists (select from studio_setting_versions) or exists (select from reservations) or exists (select from photos)
    or exists (select from upload_intents);

alter table reservations drop constraint reservations_shoot_type_check,
  add constraint reservations_shoot_type_fkey foreign key (shoot_type) references categories (id);
alter table package_versions drop constraint package_versions_shoot_type_check,
  add constraint package_versions_shoot_type_fkey foreign key (shoot_type) references categories (id);
-- The category of a photo is that of a gallery (`WEDDING`), that of its cover (`WEDDING_MAIN`) or REPRESENTATIVE.
alter table photos drop constraint photos_category_check,
  add column shoot_type text generated always as
    (case when category <> 'REPRESENTATIVE' then regexp_replace(category, '_MAIN$', '') end) stored
    constraint photos_shoot_type_fkey references categories (id);
alter table upload_intents drop constraint upload_intents_category_check,
  add column shoot_type text generated always as
    (case when category <> 'REPRESENTATIVE' then regexp_replace(category, '_MAIN$', '') end) stored
    constraint upload_intents_shoot_type_fkey references categories (id);

-- The section `categories` had four fixed ones. Servers of the previous release still read it.
create temporary table converted as
  select version, base_version, changed_by, changed_at, jsonb_build_object('categories', (
    select jsonb_agg(jsonb_build_object('id', id, 'code', id, 'name', name, 'isHidden', false) || (body -> id) order by sort_order)
    from categories
  )) as body
  from (
    select version, null::integer as base_version, body, changed_by, changed_at from studio_setting_versions where section = 'categories'
    union all
    select null, base_version, body, changed_by, changed_at from studio_setting_drafts where section = 'categories'
  ) as stored;
insert into studio_setting_versions (section, version, body, changed_by, changed_at)
  select 'category-list', version, body, changed_by, changed_at from converted where version is not null;
insert into studio_setting_drafts (section, body, base_version, changed_by, changed_at)
  select 'category-list', body, base_version, changed_by, changed_at from converted where version is null;
drop table converted;
