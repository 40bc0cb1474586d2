import { SHOOT_TYPE_PATTERN } from '#core/content/contract/categories.ts';
import type { Page } from '#platform/contract/page.ts';

export const galleryPages = {
  category: {
    path: '/category/:categoryId',
    audience: 'public',
    parameter: SHOOT_TYPE_PATTERN,
  },
  adminPhotos: {
    path: '/admin/photos',
    menu: { name: 'admin', label: '사진 관리', position: 1 },
  },
} as const satisfies Readonly<Record<string, Page>>;
