import * as z from 'zod/mini';
import {
  MAX_PHOTOS_PER_CATEGORY,
  adminPhoto,
  createUploadRequest,
  fileName,
  photoMessages,
  photoUploadLimits,
  savedFileName,
  signedUpload,
  uploadLength,
} from '#core/files/contract/photo-uploads.ts';
import { FOCUS_STEP, isHomeCategory, photoCategory } from '#core/files/contract/photos.ts';
import { get, post, put, del } from '#platform/contract/endpoint.ts';
import { fieldLimits, idParams } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';

const MAX_OFFSET = 10_000;
const offset = z
  .int(photoMessages.order)
  .check(z.minimum(-MAX_OFFSET, photoMessages.order), z.maximum(MAX_OFFSET, photoMessages.order));
/** Places a photo `offset` files behind another upload of the same selection, or before it if negative. By default it comes first. */
const place = z.optional(z.object({ savedFileName, offset }, photoMessages.order));

const photoId = z.int(photoMessages.order).check(z.minimum(1, photoMessages.order));
const alt = textField({ label: '사진 설명', max: fieldLimits.alt });

const focusPercent = z
  .int(photoMessages.focus)
  .check(
    z.minimum(0, photoMessages.focus),
    z.maximum(100, photoMessages.focus),
    z.multipleOf(FOCUS_STEP, photoMessages.focus),
  );
const focus = z.optional(z.object({ x: focusPercent, y: focusPercent }, photoMessages.focus));

/** In a module of their own, so that visitors do not load these endpoints. */
export const adminPhotoEndpoints = {
  adminPhotos: get('/api/admin/photo', {
    summary: '카테고리의 모든 사진, 표시 순서대로. 손상되어 표시되지 않는 사진도 포함합니다.',
    failed: '사진을 불러오지 못했습니다.',
    reads: ['photos'],
    query: z.object({ category: photoCategory }),
    response: z.array(adminPhoto),
  }),
  listContentHashes: get('/api/admin/photo/content-hashes', {
    summary: '등록된 사진의 파일 해시(SHA-256). 손상된 사진과 해시를 모르는 사진은 없습니다.',
    reads: ['photos'],
    response: z.array(z.strictObject({ category: z.string(), contentHash: z.string() })),
  }),
  // After the other GET endpoints of this path, because the first that matches responds.
  adminPhoto: get('/api/admin/photo/{id}', {
    summary: '사진 한 장. 숨긴 사진과 손상된 사진도 포함합니다.',
    failed: '사진을 불러오지 못했습니다.',
    reads: ['photos'],
    params: idParams,
    response: adminPhoto,
    errors: ['NOT_FOUND'],
  }),
  createUploadUrl: post('/api/admin/photo/generate-signed-url', {
    summary: '사진을 업로드할 주소 받기. 5분 동안 한 번 사용할 수 있습니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    rateLimit: 'upload',
    // Without a length the URL is not bound to one size. The limit is checked when this server receives the file or saves the photo.
    body: z.safeExtend(createUploadRequest(z.optional(uploadLength(photoUploadLimits))), { place }),
    response: signedUpload,
    errors: ['STORAGE_FULL', 'UNAVAILABLE'],
  }),
  savePhoto: post('/api/admin/photo/save-metadata', {
    summary: '업로드한 사진을 카테고리에 등록. 맨 앞에 표시되며, 숨긴 채 등록할 수도 있습니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    changes: ['photos'],
    rateLimit: 'savePhoto',
    body: z.object({
      category: photoCategory,
      originalFileName: fileName,
      savedFileName,
      /** Alternative text; generated from the category when empty or missing. */
      alt: z.optional(alt),
      isHidden: z.optional(z.boolean()),
    }),
    response: adminPhoto,
    status: 201,
    errors: ['PHOTO_EXISTS', 'CATEGORY_FULL', 'UPLOAD_SAVED', 'UPLOAD_BUSY'],
  }),
  updatePhoto: put('/api/admin/photo/{id}', {
    summary: '사진의 설명, 카테고리, 초점 변경. 옮긴 카테고리에서는 맨 앞에 표시됩니다.',
    changes: ['photos'],
    params: idParams,
    body: z.object({ category: photoCategory, alt, focus }),
    response: adminPhoto,
    errors: ['NOT_FOUND', 'PHOTO_EXISTS', 'CATEGORY_FULL'],
  }),
  updatePhotos: post('/api/admin/photo/batch', {
    summary:
      '여러 사진의 카테고리, 설명, 숨김 변경. 하나라도 변경할 수 없으면 모두 그대로입니다. 옮긴 사진은 맨 앞에 보낸 순서대로 표시됩니다.',
    failed: '변경한 내용을 저장하지 못했습니다.',
    changes: ['photos'],
    body: z.object({
      photos: z
        .array(
          z.object({
            id: photoId,
            category: z.optional(photoCategory),
            alt: z.optional(alt),
            isHidden: z.optional(z.boolean()),
          }),
        )
        .check(
          z.minLength(1, photoMessages.selection),
          z.maxLength(MAX_PHOTOS_PER_CATEGORY, photoMessages.selection),
        ),
    }),
    response: z.array(adminPhoto),
    errors: ['NOT_FOUND', 'PHOTO_EXISTS', 'CATEGORY_FULL'],
  }),
  setHomePhoto: post('/api/admin/photo/{id}/home', {
    summary: '사진을 홈에 표시. 원래 카테고리에도 그대로 있습니다.',
    failed: '사진을 홈에 표시하지 못했습니다. 다시 시도해 주세요.',
    changes: ['photos'],
    params: idParams,
    body: z.object({ category: photoCategory.check(z.refine(isHomeCategory, photoMessages.category)) }),
    response: adminPhoto,
    errors: ['NOT_FOUND', 'CATEGORY_FULL'],
  }),
  orderPhotos: post('/api/admin/photo/order', {
    summary: '카테고리의 사진 순서 변경. 그 카테고리의 사진이 모두 한 번씩 있어야 합니다.',
    failed: '순서를 저장하지 못했습니다. 다시 시도해 주세요.',
    changes: ['photos'],
    body: z.object({
      category: photoCategory,
      ids: z
        .array(photoId, photoMessages.order)
        .check(z.maxLength(MAX_PHOTOS_PER_CATEGORY, photoMessages.order)),
    }),
    errors: ['PHOTOS_CHANGED'],
  }),
  deletePhoto: del('/api/admin/photo/{id}', {
    summary: '사진 삭제. 10분 안에는 되돌릴 수 있습니다.',
    failed: '삭제 실패',
    changes: ['photos'],
    answersRepeats: true,
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
  restorePhoto: post('/api/admin/photo/{id}/restore', {
    summary: '삭제한 사진 되돌리기',
    failed: '사진을 되돌리지 못했습니다.',
    changes: ['photos'],
    params: idParams,
    response: adminPhoto,
    errors: ['NOT_FOUND', 'PHOTO_EXISTS', 'CATEGORY_FULL'],
  }),
} as const;
