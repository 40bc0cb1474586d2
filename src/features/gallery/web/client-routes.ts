import type { RouteObject } from 'react-router';
import { clientPage } from '#core/content/web/page-route.tsx';
import { galleryPages as pages } from '../contract/pages.ts';

export const clientRoutes: readonly RouteObject[] = [
  clientPage(pages.adminPhotos, '사진 관리', () => import('./admin/admin-photos-page.tsx')),
];
