import { serverPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { reservationPages } from '../contract/pages.ts';
import { ReservePage, loadReserve, reserveMeta } from './booking/reserve-page.tsx';

export const reservations = {
  pages: reservationPages,
  routes: (api) => [serverPage(reservationPages.reserve, ReservePage, reserveMeta, loadReserve(api))],
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
