import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { memberPages } from '../contract/pages.ts';

export const members = {
  pages: memberPages,
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
