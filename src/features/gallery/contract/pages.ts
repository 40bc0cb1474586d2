import { shootTypes } from '#core/content/contract/shoot-types.ts';
import type { Page } from '#platform/contract/page.ts';

export const galleryPages = {
  category: {
    path: '/category/:categoryId',
    audience: 'public',
    paths: shootTypes.map((type) => `/category/${type}`),
  },
  adminPhotos: {
    path: '/admin/photos',
    menu: { name: 'admin', label: '사진 관리', position: 1 },
  },
} as const satisfies Readonly<Record<string, Page>>;
