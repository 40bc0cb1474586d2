import { lazyServerPage } from '#core/content/web/page-route.tsx';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { reservationPages } from '../contract/pages.ts';
// The styles of the pages that are loaded on demand.
import '#core/content/web/steps.module.css';
import '#platform/web/ui/calendar/calendar.module.css';
import '#platform/web/ui/calendar/slot-picker.module.css';
import '#platform/web/ui/description-list.module.css';
import '#platform/web/ui/stepper.module.css';
import './booking/booking-step.module.css';
import './booking/reserve-page.module.css';
import './holiday-names.module.css';
import './meeting-picker.module.css';

export const reservations = {
  pages: reservationPages,
  routes: (api) => [
    lazyServerPage(reservationPages.reserve, async () => {
      const { ReservePage, reserveMeta, loadReserve } = await import('./booking/reserve-page.tsx');
      return { Component: ReservePage, meta: reserveMeta, loader: loadReserve(api) };
    }),
    lazyServerPage(reservationPages.date, async () => {
      const { DatePage, dateMeta, loadDate } = await import('./booking/date-page.tsx');
      return { Component: DatePage, meta: dateMeta, loader: loadDate };
    }),
  ],
  loadClientRoutes: () => import('./client-routes.ts'),
} satisfies WebFeature;
