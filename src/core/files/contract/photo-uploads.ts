import * as z from 'zod/mini';
import { SHOOT_TYPE_MESSAGE } from '#core/content/contract/categories.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';
import { photo } from './photos.ts';

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
 * The most pixels of an AVIF file. Its decoder takes 19 to 28 bytes per pixel. The server and the worker that renders have 1 GB together
 * (`deploy/compose.yaml`).
 */
export const MAX_AVIF_PIXELS = 20_000_000;
/** The most pixels of a progressive JPEG or an interlaced PNG. Its decoder holds the whole image: 0.5 to 0.9 GB for 102 megapixels. */
export const MAX_PROGRESSIVE_PIXELS = 50_000_000;
/** Accepted media types of photos and pictures. The server detects the type from the file's content, not from its name. */
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

/** The messages for a file that is refused because of its size, content or name: uploading it again usually cannot help. */
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

export const savedFileName = z
  .string(photoMessages.file)
  .check(z.minLength(1, photoMessages.file), z.maxLength(fieldLimits.fileName));
export const fileName = textField({
  label: '파일 이름',
  max: fieldLimits.fileName,
  required: photoMessages.file,
});
/** Whether the file name's extension belongs to the media type, ignoring case: `사진.JPG` matches `image/jpeg`. */
export const hasMatchingExtension = (name: string, type: UploadType): boolean =>
  uploadExtensions[type].some((extension) => name.toLowerCase().endsWith(`.${extension}`));

export const uploadLength = (limits: UploadLimits) =>
  z
    .int(photoMessages.file)
    .check(z.minimum(1, photoMessages.file), z.maximum(limits.bytes, createLimitMessages(limits).tooLarge));

/** A file that is about to be uploaded. `contentLength`, if given, is the exact size in bytes of the file that the URL accepts. */
export const createUploadRequest = <Length extends z.core.$ZodType>(contentLength: Length) =>
  z.object({ fileName, contentType: z.enum(uploadTypes, photoMessages.type), contentLength }).check(
    z.refine((upload) => hasMatchingExtension(upload.fileName, upload.contentType), {
      path: ['fileName'],
      error: photoMessages.extension,
    }),
  );

export const signedUpload = z.strictObject({
  signedUrl: z.string(),
  savedFileName: z.string(),
  /** Headers that the PUT request must send. */
  headers: z.record(z.string(), z.string()),
});

export const adminPhoto = z.strictObject({
  ...photo.shape,
  /** File name at upload; empty for sample photos. */
  originalFileName: z.string(),
  /** SHA-256 of the uploaded file in hexadecimal; null when unknown. */
  contentHash: z.nullable(z.string()),
  createdAt: z.string(),
  /** Some of its files were found missing or corrupted. Public lists omit the photo. */
  isDamaged: z.boolean(),
  /** An admin hid it from visitors. */
  isHidden: z.boolean(),
});
export type AdminPhoto = z.output<typeof adminPhoto>;
