import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { messagePages } from '../contract/pages.ts';

export const messages = {
  pages: messagePages,
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
