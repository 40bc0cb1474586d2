import * as z from 'zod/mini';
import { post } from '#platform/contract/endpoint.ts';
import { photoMessages, type UploadLimits } from './photo-uploads.ts';

/** Limits of a logo's file. An SVG has no limit of pixels or side. */
export const logoUploadLimits: UploadLimits = { bytes: 2 * 1024 * 1024, pixels: 20_000_000, side: 12_000 };
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

/** In CSS pixels. */
export const LOGO_HEIGHT = 40;
export const MAX_LOGO_WIDTH = 240;
/** The numbers of pixels per CSS pixel at which a logo is rendered. */
export const logoScales = [1, 2, 3] as const;

const LOGO_MISSING = '로고를 찾을 수 없습니다. 다시 올려 주세요.';
/** A hash of the logo's files, and its width in CSS pixels. */
export const logoName = z.string(LOGO_MISSING).check(z.regex(/^[0-9a-f]{24}-\d{1,3}$/, LOGO_MISSING));

export const logoWidth = (name: string): number => Number(name.split('-')[1]);

/** Whether a logo of this width is between 4:5 and 5:4, so that icons are made of it. */
export const isSquareLogo = (width: number): boolean =>
  width >= (LOGO_HEIGHT * 4) / 5 && width <= (LOGO_HEIGHT * 5) / 4;

/** The URL of a logo's file, such as `2x.webp` or `icon-192.png`. */
export const logoUrl = (name: string, file: string): string => `/logo/${name}-${file}`;

/** The start of the URLs of the icons: those of the logo when it is about square. */
export const iconBase = (
  logo: { readonly light: { readonly src: string; readonly width: number } } | null,
): string => (logo && isSquareLogo(logo.light.width) ? logo.light.src.replace('1x.png', '') : '/');

export const logoEndpoints = {
  saveLogo: post('/api/admin/logo', {
    summary:
      '업로드한 로고를 화면에 표시할 크기로 만들어 저장. 파일은 참고 사진처럼 업로드하고, 설정 ‘로고와 색’을 게시해야 표시됩니다.',
    failed: '업로드 중 오류가 발생했습니다.',
    rateLimit: 'savePhoto',
    body: z.object({ savedFileName: z.string(photoMessages.expired) }),
    response: z.strictObject({ logo: logoName }),
    status: 201,
    errors: ['INVALID_INPUT', 'UNAVAILABLE'],
  }),
} as const;
