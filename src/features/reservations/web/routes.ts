import type { RouteObject } from 'react-router';
import { serverPage } from '#core/content/web/page-route.tsx';
import type { Api } from '#platform/web/client/api/api.ts';
import { reservationPages } from '../contract/pages.ts';
import { ReservePage, loadReserve, reserveMeta } from './booking/reserve-page.tsx';

export const reservationRoutes = (api: Api): readonly RouteObject[] => [
  serverPage(reservationPages.reserve, ReservePage, reserveMeta, loadReserve(api)),
];
