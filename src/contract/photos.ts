import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { limits, page, rowId } from './fields.ts';
import { shootTypes } from './shoot-types.ts';
import { text } from './text.ts';

/** The categories whose newest photo stands on the home page. */
export const homeCategories = [
  'REPRESENTATIVE',
  'LANDSCAPE_MAIN',
  'PRODUCT_MAIN',
  'FOOD_MAIN',
  'WEDDING_MAIN',
] as const;

export const photoCategories = [...shootTypes, ...homeCategories] as const;
export type PhotoCategory = (typeof photoCategories)[number];

/** Largest upload, in bytes and in pixels, and the types taken (told by their bytes, not by their name). */
export const uploadLimits = { bytes: 30 * 1024 * 1024, pixels: 60_000_000 } as const;
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

export const photoMessages = {
  category: '사진 분류를 선택해 주세요.',
  file: '파일을 선택해 주세요.',
  type: 'JPEG, PNG, WebP, AVIF 사진만 올릴 수 있습니다.',
  unreadable: '사진을 읽을 수 없습니다. 다른 파일을 선택해 주세요.',
  tooManyPixels: '6,000만 화소까지 올릴 수 있습니다.',
} as const;

/** A category as a path or a query names it: any letter case. */
export const photoCategory = z.pipe(
  z.string(photoMessages.category).check(z.overwrite((value) => value.trim().toUpperCase())),
  z.enum(photoCategories, photoMessages.category),
);

/** Candidates of one type for `<source>`: `srcset` names each with its width, narrowest first. */
const source = z.strictObject({ type: z.string(), srcset: z.string() });

export const photo = z.strictObject({
  id: z.number(),
  /** A JPEG at most 1,600 px wide. */
  imageUrl: z.string(),
  /** Changes whenever the content does. */
  savedFileName: z.string(),
  category: z.enum(photoCategories),
  /** Of the original, orientation applied; every rendition has this shape. */
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  /** A blurred preview of about 16 px as a data URL. */
  placeholder: z.string(),
  sources: z.array(source),
});
export type Photo = z.output<typeof photo>;

/** A category without a photo is left out. */
export const homePhotos = z.strictObject({
  REPRESENTATIVE: z.optional(photo),
  LANDSCAPE_MAIN: z.optional(photo),
  PRODUCT_MAIN: z.optional(photo),
  FOOD_MAIN: z.optional(photo),
  WEDDING_MAIN: z.optional(photo),
});
export type HomePhotos = z.output<typeof homePhotos>;

const fileName = text({ label: '파일 이름', max: limits.fileName, required: photoMessages.file });

export const photoEndpoints = {
  homePhotos: endpoint({
    method: 'GET',
    path: '/api/photo/home',
    summary: '첫 화면 사진. 대표 사진과 분류마다 가장 최근 사진 한 장씩',
    access: 'public',
    rateLimit: 'read',
    response: homePhotos,
  }),
  listPhotos: endpoint({
    method: 'GET',
    path: '/api/photo',
    summary: '분류의 사진 목록, 최신순',
    access: 'public',
    rateLimit: 'read',
    query: z.object({ category: photoCategory, ...page }),
    response: z.array(photo),
  }),
  categoryPhotos: endpoint({
    method: 'GET',
    path: '/api/photo/category-detail/{categoryId}',
    summary: '분류 화면의 사진, 보여 줄 순서대로',
    access: 'public',
    rateLimit: 'read',
    params: z.object({ categoryId: photoCategory }),
    response: z.array(photo),
  }),
  createUploadUrl: endpoint({
    method: 'POST',
    path: '/api/admin/photo/generate-signed-url',
    summary: '사진을 올릴 주소 받기. 5분 동안 한 번 쓸 수 있습니다.',
    access: 'admin',
    rateLimit: 'upload',
    body: z.object({ fileName, contentType: z.enum(uploadTypes, photoMessages.type) }),
    response: z.strictObject({ signedUrl: z.string(), savedFileName: z.string() }),
  }),
  savePhoto: endpoint({
    method: 'POST',
    path: '/api/admin/photo/save-metadata',
    summary: '올린 사진을 분류에 등록',
    access: 'admin',
    rateLimit: 'upload',
    body: z.object({
      category: photoCategory,
      originalFileName: fileName,
      savedFileName: z
        .string(photoMessages.file)
        .check(z.minLength(1, photoMessages.file), z.maxLength(limits.fileName)),
    }),
    response: photo,
    status: 201,
  }),
  deletePhoto: endpoint({
    method: 'DELETE',
    path: '/api/admin/photo/{id}',
    summary: '사진 지우기',
    access: 'admin',
    rateLimit: 'write',
    params: z.object({ id: rowId }),
    errors: ['NOT_FOUND'],
  }),
} as const;
