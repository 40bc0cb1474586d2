import type { RouteObject } from 'react-router';
import { serverPage } from '#core/content/web/page-route.tsx';
import type { Api } from '#platform/web/client/api/api.ts';
import { galleryPages } from '../contract/pages.ts';
import { CategoryPage, categoryMeta, loadCategory } from './category/category-page.tsx';

export const galleryRoutes = (api: Api): readonly RouteObject[] => [
  serverPage(galleryPages.category, CategoryPage, categoryMeta, loadCategory(api)),
];
