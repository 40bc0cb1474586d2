import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { authPages } from '../contract/pages.ts';

export const auth = {
  pages: authPages,
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
