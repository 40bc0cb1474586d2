import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ShootType } from '#core/content/contract/categories.ts';
import type { AppError } from '#platform/contract/errors.ts';
import { bytes, id, timestamptz } from '#platform/server/db/column-types.ts';
import type { UploadType } from '../contract/photo-uploads.ts';
import type { PhotoCategory } from '../contract/photos.ts';

/** The category of a gallery or cover, for its foreign key. Null for REPRESENTATIVE and without a category. */
const shootType = () =>
  text('shoot_type')
    .$type<ShootType>()
    .generatedAlwaysAs(sql`computed by the database`);

export const photos = pgTable('photos', {
  id: id().generatedAlwaysAsIdentity(),
  category: text('category').$type<PhotoCategory>().notNull(),
  shootType: shootType(),
  savedFileName: text('saved_file_name').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  title: text('title').notNull(),
  alt: text('alt').notNull(),
  placeholder: text('placeholder').notNull(),
  position: doublePrecision('position').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  originalFileName: text('original_file_name').notNull().default(''),
  contentHash: text('content_hash'),
  /** SHA-256 of each file, in the order of `keysOf`. */
  checksums: text('checksums').array(),
  deletedAt: timestamptz('deleted_at'),
  damagedAt: timestamptz('damaged_at'),
  hiddenAt: timestamptz('hidden_at'),
  publishedAt: timestamptz('published_at').notNull().defaultNow(),
  focusX: smallint('focus_x').notNull().default(50),
  focusY: smallint('focus_y').notNull().default(50),
});

export const uploadIntents = pgTable('upload_intents', {
  id: uuid('id').primaryKey(),
  stagingKey: text('staging_key').notNull().unique(),
  memberId: uuid('member_id').notNull(),
  contentType: text('content_type').$type<UploadType>().notNull(),
  contentLength: integer('content_length'),
  isPrivate: boolean('is_private').notNull().default(false),
  state: text('state').$type<'ISSUED' | 'PROCESSING' | 'PUBLISHED' | 'REFUSED'>().notNull().default('ISSUED'),
  category: text('category').$type<PhotoCategory>(),
  shootType: shootType(),
  originalFileName: text('original_file_name'),
  alt: text('alt'),
  isHidden: boolean('is_hidden').notNull().default(false),
  ip: text('ip_address'),
  leaseUntil: timestamptz('lease_until'),
  attempts: integer('attempts').notNull().default(0),
  refusal: jsonb('refusal').$type<Pick<AppError, 'code' | 'message' | 'fields'>>(),
  photoId: bigint('photo_id', { mode: 'number' }),
  position: doublePrecision('position'),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const fileDeletions = pgTable('file_deletions', {
  key: text('key').primaryKey(),
  dueAt: timestamptz('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
});

export const privateFiles = pgTable('private_files', {
  id: uuid('id').primaryKey(),
  /** In the storage, under `private/`. */
  key: text('key').notNull().unique(),
  memberId: uuid('member_id'),
  reservationId: bigint('reservation_id', { mode: 'number' }),
  position: smallint('position').notNull().default(0),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** The files of the studio's logos. In the database, because they are tiny and must be restored with the settings that name them. */
export const logoFiles = pgTable('logo_files', {
  key: text('key').primaryKey(),
  bytes: bytes('bytes').notNull(),
});
