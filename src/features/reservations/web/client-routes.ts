import type { RouteObject } from 'react-router';
import { clientPage } from '#core/content/web/page-route.tsx';
import { reservationPages as pages } from '../contract/pages.ts';

export const reservationClientRoutes: readonly RouteObject[] = [
  clientPage(pages.type, () => import('./booking/shoot-type-page.tsx')),
  clientPage(pages.date, () => import('./booking/date-page.tsx')),
  clientPage(pages.form, () => import('./booking/details-page.tsx')),
  clientPage(pages.complete, () => import('./booking/complete-page.tsx')),
  clientPage(pages.history, () => import('./history/history-page.tsx')),
  clientPage(pages.adminReservations, () => import('./admin/admin-reservations-page.tsx')),
  clientPage(pages.adminPhoneReservation, () => import('./admin/phone-reservation-page.tsx')),
  clientPage(pages.adminReservation, () => import('./admin/admin-reservation-page.tsx')),
  clientPage(pages.adminSchedule, () => import('./schedule/admin-schedule-page.tsx')),
];
