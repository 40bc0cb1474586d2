import { lazyServerPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { galleryPages } from '../contract/pages.ts';
import './category/category-page.module.css';
import './category/photo-button.module.css';
import './category/photo-rows.module.css';
import './category/photo-slider.module.css';
import './category/photo-thumbnails.module.css';
import './justified-rows.module.css';

export const gallery = {
  pages: galleryPages,
  routes: (api) => [
    lazyServerPage(galleryPages.category, async () => {
      const code = await import('./category/category-page.tsx');
      return { Component: code.CategoryPage, meta: code.categoryMeta, loader: code.loadCategory(api) };
    }),
  ],
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
