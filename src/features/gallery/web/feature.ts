import { serverPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { galleryPages } from '../contract/pages.ts';
import { CategoryPage, categoryMeta, loadCategory } from './category/category-page.tsx';

export const gallery = {
  pages: galleryPages,
  routes: (api) => [serverPage(galleryPages.category, CategoryPage, categoryMeta, loadCategory(api))],
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
