import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#platform/server/db/column-types.ts';
import type { ShootType } from '../contract/categories.ts';

export const studioSettingVersions = pgTable(
  'studio_setting_versions',
  {
    section: text('section').notNull(),
    version: integer('version').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    changedBy: uuid('changed_by'),
    changedAt: timestamptz('changed_at').notNull(),
    /** Set for a version of a legal document that was withdrawn before it took effect. */
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [primaryKey({ columns: [table.section, table.version] })],
);

export const studioSettingDrafts = pgTable('studio_setting_drafts', {
  section: text('section').primaryKey(),
  body: jsonb('body').$type<Record<string, unknown>>().notNull(),
  baseVersion: integer('base_version').notNull(),
  changedBy: uuid('changed_by'),
  changedAt: timestamptz('changed_at').notNull(),
});

/** The list of the section `category-list`, written by its publication. Bookings, packages, photos and uploads refer to it. */
export const categories = pgTable('categories', {
  id: text('id').$type<ShootType>().primaryKey(),
  name: text('name').notNull(),
  sortOrder: integer('sort_order').notNull(),
  isShown: boolean('is_shown').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});

export const packageVersions = pgTable('package_versions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  packageId: text('package_id').notNull(),
  shootType: text('shoot_type').$type<ShootType>().notNull(),
  name: text('name').notNull(),
  summary: text('summary').notNull(),
  priceWon: integer('price_won'),
  includes: text('includes').array().notNull(),
  createdAt: timestamptz('created_at').notNull(),
});
