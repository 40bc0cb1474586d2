import * as z from 'zod/mini';
import { get, post, put, del } from './endpoint.ts';
import { fieldLimits, idParams } from './fields.ts';
import { FOCUS_STEP, homeCategories, photo, photoCategory } from './photos.ts';
import { SHOOT_TYPE_MESSAGE } from './shoot-types.ts';
import { textField } from './text/text-field.ts';

/** File size in bytes, total pixels, and the longer side in pixels. */
export interface UploadLimits {
  readonly bytes: number;
  readonly pixels: number;
  readonly side: number;
}

/** Limits of the studio's photos. nginx has a limit of its own for the size (`deploy/nginx-proxy.conf`). */
export const photoUploadLimits: UploadLimits = {
  bytes: 80 * 1024 * 1024,
  pixels: 110_000_000,
  side: 12_000,
};
/**
 * Total pixels of an AVIF file, of photos and pictures. Its decoder takes 19 to 28 bytes per pixel, so that a file of 102 megapixels
 * takes 2 GB, where the server and the worker that renders have 1 GB together.
 */
export const MAX_AVIF_PIXELS = 20_000_000;
/**
 * Total pixels of a progressive JPEG or an interlaced PNG. Its decoder holds the whole image, 3 to 8 bytes per pixel, so that a
 * progressive JPEG of 102 megapixels takes 0.5 to 0.9 GB.
 */
export const MAX_PROGRESSIVE_PIXELS = 50_000_000;
/** Accepted media types. The server detects the type from the file's content, not from its name. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
export type UploadType = (typeof uploadTypes)[number];

/** Accepted file name extensions per media type. */
export const uploadExtensions: Readonly<Record<UploadType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
};

export const MAX_PHOTOS_PER_CATEGORY = 500;

/** Seconds for which a signed URL accepts its file (`signedUrlS`) and for which the uploaded file can be saved (`intentS`). */
export const uploadTtl = { signedUrlS: 300, intentS: 900 } as const;

/** A deleted photo can be restored for this many seconds. */
export const RESTORE_WINDOW_S = 600;

/** Formats `10MB` and the like. */
export const formatUploadSize = ({ bytes }: UploadLimits): string => `${bytes / (1024 * 1024)}MB`;

/** Formats `6,000만 화소` and `1억 1,000만 화소`, for multiples of 10,000 that are not multiples of 100 million. */
export const formatPixels = (pixels: number): string => {
  const below = `${((pixels % 1e8) / 1e4).toLocaleString('ko-KR')}만 화소`;
  return pixels < 1e8 ? below : `${Math.floor(pixels / 1e8)}억 ${below}`;
};

/** The messages for a file beyond these limits. */
export const createLimitMessages = (limits: UploadLimits) => ({
  tooLarge: `${formatUploadSize(limits)}까지 업로드할 수 있습니다.`,
  tooManyPixels: `${formatPixels(limits.pixels)}까지 업로드할 수 있습니다.`,
  sideTooLong: `긴 변이 ${limits.side.toLocaleString('ko-KR')}픽셀 이하인 사진만 업로드할 수 있습니다.`,
});

/** The messages for a file that is refused because of its content or name: uploading it again cannot help. */
export const photoFileMessages = {
  ...createLimitMessages(photoUploadLimits),
  type: 'JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.',
  unreadable: '사진을 읽을 수 없습니다. 다른 파일을 선택해 주세요.',
  animated: '움직이는 사진은 업로드할 수 없습니다.',
  avifTooManyPixels: `AVIF 사진은 ${formatPixels(MAX_AVIF_PIXELS)}까지 업로드할 수 있습니다. 더 큰 사진은 JPEG로 저장해 주세요.`,
  progressiveTooManyPixels: `프로그레시브 JPEG와 인터레이스 PNG는 ${formatPixels(MAX_PROGRESSIVE_PIXELS)}까지 업로드할 수 있습니다. 더 큰 사진은 일반 JPEG로 저장해 주세요.`,
  extension: '파일 이름과 사진 형식이 다릅니다.',
} as const;

export const photoMessages = {
  ...photoFileMessages,
  category: SHOOT_TYPE_MESSAGE,
  file: '파일을 선택해 주세요.',
  notUploaded: '업로드한 파일을 찾을 수 없습니다. 다시 업로드해 주세요.',
  interrupted: '업로드 중 오류가 발생했습니다.',
  expired: '업로드 유효 시간이 지났습니다. 다시 업로드해 주세요.',
  order: '사진의 순서를 확인해 주세요.',
  selection: '사진을 선택해 주세요.',
  focus: '사진의 초점을 다시 선택해 주세요.',
} as const;

const savedFileName = z
  .string(photoMessages.file)
  .check(z.minLength(1, photoMessages.file), z.maxLength(fieldLimits.fileName));
const MAX_OFFSET = 10_000;
const offset = z
  .int(photoMessages.order)
  .check(z.minimum(-MAX_OFFSET, photoMessages.order), z.maximum(MAX_OFFSET, photoMessages.order));
/** Places a photo so many files behind an earlier upload of the same choice of files. By default it comes first of all photos. */
const place = z.optional(z.object({ savedFileName, offset }, photoMessages.order));

const photoId = z.int(photoMessages.order).check(z.minimum(1, photoMessages.order));
const fileName = textField({ label: '파일 이름', max: fieldLimits.fileName, required: photoMessages.file });
const alt = textField({ label: '사진 설명', max: fieldLimits.alt });

const focusPercent = z
  .int(photoMessages.focus)
  .check(
    z.minimum(0, photoMessages.focus),
    z.maximum(100, photoMessages.focus),
    z.multipleOf(FOCUS_STEP, photoMessages.focus),
  );
const focus = z.optional(z.object({ x: focusPercent, y: focusPercent }, photoMessages.focus));

/** Whether the file name's extension belongs to the media type, ignoring case: `꽃.JPG` matches `image/jpeg`. */
export const hasMatchingExtension = (name: string, type: UploadType): boolean =>
  uploadExtensions[type].some((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** The size of a file in bytes. */
export const uploadLength = (limits: UploadLimits) =>
  z
    .int(photoMessages.file)
    .check(z.minimum(1, photoMessages.file), z.maximum(limits.bytes, createLimitMessages(limits).tooLarge));

/** A file that is about to be uploaded. `contentLength` is the exact size in bytes of the file that the URL accepts. */
export const createUploadRequest = <Length extends z.core.$ZodType>(contentLength: Length) =>
  z.object({ fileName, contentType: z.enum(uploadTypes, photoMessages.type), contentLength }).check(
    z.refine((upload) => hasMatchingExtension(upload.fileName, upload.contentType), {
      path: ['fileName'],
      error: photoMessages.extension,
    }),
  );

/** Where and how to upload it. */
export const signedUpload = z.strictObject({
  signedUrl: z.string(),
  savedFileName: z.string(),
  /** Headers that the PUT request must send. */
  headers: z.record(z.string(), z.string()),
});

/** A photo in the admin API. */
export const adminPhoto = z.strictObject({
  ...photo.shape,
  /** File name at upload; empty for sample photos. */
  originalFileName: z.string(),
  /** SHA-256 of the uploaded file in hexadecimal; null when unknown. */
  contentHash: z.nullable(z.string()),
  createdAt: z.string(),
  /** Some of its files are missing or corrupted. Public lists omit the photo. */
  isDamaged: z.boolean(),
  /** An admin hid it from visitors. */
  isHidden: z.boolean(),
});
export type AdminPhoto = z.output<typeof adminPhoto>;

/** In a module of their own, so that visitors do not load them. */
export const adminPhotoEndpoints = {
  adminPhotos: get('/api/admin/photo', {
    summary: '카테고리의 모든 사진, 표시 순서대로. 손상되어 표시되지 않는 사진도 포함합니다.',
    failed: '사진을 불러오지 못했습니다.',
    reads: ['photos'],
    query: z.object({ category: photoCategory }),
    response: z.array(adminPhoto),
  }),
  createUploadUrl: post('/api/admin/photo/generate-signed-url', {
    summary: '사진을 업로드할 주소 받기. 5분 동안 한 번 사용할 수 있습니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    rateLimit: 'upload',
    // Without a length the URL accepts any size up to the limit.
    body: z.safeExtend(createUploadRequest(z.optional(uploadLength(photoUploadLimits))), { place }),
    response: signedUpload,
    errors: ['STORAGE_FULL', 'UNAVAILABLE'],
  }),
  savePhoto: post('/api/admin/photo/save-metadata', {
    summary: '업로드한 사진을 카테고리에 등록. 맨 앞에 표시됩니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    changes: ['photos'],
    rateLimit: 'savePhoto',
    body: z.object({
      category: photoCategory,
      originalFileName: fileName,
      savedFileName,
      /** Alternative text; generated from the category when empty. */
      alt: z.optional(alt),
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
    failed: '사진의 변경 내용을 저장하지 못했습니다.',
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
    summary: '사진을 첫 화면에 표시. 원래 카테고리에도 그대로 있습니다.',
    failed: '사진을 첫 화면에 표시하지 못했습니다. 다시 시도해 주세요.',
    changes: ['photos'],
    params: idParams,
    body: z.object({ category: z.enum(homeCategories, photoMessages.category) }),
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
