import defaultContent from '#content/default-content.json' with { type: 'json' };
import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { adminReservationEndpoints } from '../contract/admin-reservations.ts';
import { reservationPages } from '../contract/pages.ts';
import { reservationEndpoints } from '../contract/reservations.ts';
import { scheduleEndpoints } from '../contract/schedule.ts';
import { reservationSections } from '../contract/sections.ts';
import { adminReservationRoutes } from './admin/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { reservationTables } from './described-tables.ts';
import { reservationMessageKinds } from './messages/message-kinds.ts';
import { queueReminders } from './messages/queue-reminders.ts';
import { reservationPurposes } from './purposes.ts';
import { releaseReservations } from './release-reservations.ts';
import { reservationRoutes } from './routes.ts';
import { changeHours, insertPlans } from './schedule/change-hours.ts';
import { extendRecurringClosures } from './schedule/closures.ts';
import { adoptGuestHold } from './schedule/hold-slot.ts';
import { scheduleRoutes } from './schedule/routes.ts';

export const reservations = {
  // Routes match in this order, so fixed paths come before parameters: `/my` before `/{id}`.
  endpoints: {
    reservations: { ...reservationEndpoints, ...scheduleEndpoints, ...adminReservationEndpoints },
  },
  pages: reservationPages,
  routes: [...reservationRoutes, ...scheduleRoutes, ...calendarRoutes, ...adminReservationRoutes],
  tables: reservationTables,
  purposes: reservationPurposes,
  messages: reservationMessageKinds,
  dailyJobs: { closures: ({ db }, now) => extendRecurringClosures(db, now) },
  intervalJobs: [{ delayMs: 60_000, run: queueReminders }],
  hooks: { sessionCreated: adoptGuestHold, memberDeleted: releaseReservations },
  sections: [
    featureSection(reservationSections.booking, ({ initial }) => ({
      ...defaultContent.booking,
      changeHours: initial.changeHours,
    })),
    featureSection(reservationSections.questions, { questions: [] }),
    featureSection(reservationSections.hours, defaultContent.hours, {
      onFirst: (tx, body) => insertPlans(tx, body, null),
      onPublish: async (tx, body, { keptReservations, now }) => {
        await changeHours(tx, body, keptReservations, now);
        return { keptReservations };
      },
    }),
  ],
} satisfies Feature;
