import * as z from 'zod/mini';
import { SHOOT_TYPE_MESSAGE, type ShootType } from '#core/content/contract/categories.ts';
import { get } from '#platform/contract/endpoint.ts';
import { paginationParams } from '#platform/contract/fields.ts';

/**
 * Where a photo belongs: the gallery of a category (`WEDDING`), its cover on the home page (`WEDDING_MAIN`), or the top of the home page
 * (`REPRESENTATIVE`).
 */
export type PhotoCategory = string;

export const REPRESENTATIVE = 'REPRESENTATIVE';
const COVER = /_MAIN$/;
export const coverOf = (type: ShootType): PhotoCategory => `${type}_MAIN`;
/** The category of a gallery or cover; null for the top of the home page. */
export const shootTypeOf = (category: PhotoCategory): ShootType | null =>
  category === REPRESENTATIVE ? null : category.replace(COVER, '');
/** Whether the category is a place on the home page. The visible photo most recently uploaded, moved or chosen for a place comes first. */
export const isHomeCategory = (category: PhotoCategory): boolean =>
  category === REPRESENTATIVE || COVER.test(category);

/** A category in a path, query or body; case-insensitive. Whether it exists is not checked here: most handlers refuse unknown ones. */
export const photoCategory = z.string(SHOOT_TYPE_MESSAGE).check(
  z.overwrite((value) => value.trim().toUpperCase()),
  z.regex(/^[A-Z]\w{1,34}$/, SHOOT_TYPE_MESSAGE),
);

/** Focal points lie on a grid of this many percent, because the style sheet has rules for these values only. */
export const FOCUS_STEP = 5;

/** Size in pixels of the crops for messengers and search engines. */
export const shareImageSize = { width: 1200, height: 630 } as const;
/** The URL contains the focal point and so changes with the crop, because messengers and search engines cache the image. */
export const shareImagePath = (id: number, { x, y }: { x: number; y: number }): string =>
  `/share-image/${id}.jpg?focus=${x}-${y}`;

/** Attributes of a `<source>` element: one media type and a `srcset` with width descriptors, narrowest first. */
const imageSource = z.strictObject({ type: z.string(), srcset: z.string() });

/** The newest representative photo, cropped: for pages without data of their own. */
export const REPRESENTATIVE_IMAGE_PATH = '/representative.jpg';

export const photo = z.strictObject({
  id: z.number(),
  /** URL of a JPEG at most 1,600 px wide. */
  imageUrl: z.string(),
  /** Base name of the photo's files: a hash of their content and a salt. Copies of a photo share it. */
  savedFileName: z.string(),
  category: z.string(),
  /** Pixels of the original after applying its EXIF orientation. Renditions have the same aspect ratio. */
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** A blurred preview whose longer side has at most 16 px, as a data URL. */
  placeholder: z.string(),
  sources: z.array(imageSource),
  /** The point that crops keep, in percent from the left and from the top, in steps of 5. */
  focus: z.strictObject({ x: z.number(), y: z.number() }),
});
export type Photo = z.output<typeof photo>;
export type PhotoFocus = Photo['focus'];

/** By category. Categories that have no photo to show are omitted. */
export const photosByCategory = z.record(z.string(), photo);
export type PhotosByCategory = z.output<typeof photosByCategory>;

export const MAX_HERO_PHOTOS = 6;

export const photoEndpoints = {
  homePhotos: get('/api/photo/home', {
    summary: '홈의 대표 사진과 카테고리마다 가장 최근 사진',
    reads: ['photos', 'settings'],
    access: 'public',
    response: photosByCategory,
  }),
  heroPhotos: get('/api/photo/hero', {
    summary: '홈의 맨 위에 차례로 표시하는 사진, 대표 카테고리의 최신순 6장까지',
    reads: ['photos', 'settings'],
    access: 'public',
    response: z.array(
      z.extend(photo, {
        /** A category in whose gallery visitors see the same photo; null when there is none. */
        shootType: z.nullable(z.string()),
      }),
    ),
  }),
  firstPhotos: get('/api/photo/first', {
    summary: '카테고리마다 첫 사진. 대표 사진이 없을 때 표시합니다.',
    reads: ['photos', 'settings'],
    access: 'public',
    response: photosByCategory,
  }),
  latestPhotos: get('/api/photo/latest', {
    summary: '홈의 대표 사진이 아닌 가장 최근 사진 여덟 장',
    access: 'public',
    response: z.array(photo),
  }),
  listPhotos: get('/api/photo', {
    summary: '카테고리의 사진 목록, 최신순',
    reads: ['photos', 'settings'],
    access: 'public',
    query: z.object({ category: photoCategory, ...paginationParams }),
    response: z.array(photo),
  }),
  categoryPhotos: get('/api/photo/category-detail/{categoryId}', {
    summary: '카테고리 화면의 사진, 표시 순서대로',
    reads: ['photos', 'settings'],
    access: 'public',
    params: z.object({ categoryId: photoCategory }),
    response: z.array(photo),
  }),
} as const;
