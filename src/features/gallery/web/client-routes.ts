import { clientPage } from '#core/content/web/page-route.tsx';
import { galleryPages as pages } from '../contract/pages.ts';

export const clientRoutes = [
  clientPage(pages.adminPhotos, '사진 관리', () => import('./admin/admin-photos-page.tsx')),
];
