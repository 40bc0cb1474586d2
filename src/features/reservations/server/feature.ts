import type { Hooks } from '#platform/server/hooks.ts';
import type { SectionHooks } from '#core/content/server/publish-section.ts';
import { changeHours, insertPlans } from './schedule/change-hours.ts';
import { releaseReservations } from './release-deleted-member.ts';
import { adoptGuestHold } from './schedule/adopt-guest-hold.ts';

export const reservationHooks: Hooks = { sessionCreated: adoptGuestHold, memberDeleted: releaseReservations };

export const reservationSections: SectionHooks = {
  hours: {
    onFirst: (tx, body) => insertPlans(tx, body, null),
    onPublish: (tx, body, { keptReservations, now }) => changeHours(tx, body, keptReservations, now),
  },
};
