import type { Hooks } from '#server/hooks.ts';
import type { SectionHooks } from '#server/studio/publish-section.ts';
import { changeHours, insertPlans } from './hours/change-hours.ts';
import { releaseReservations } from './release-deleted-member.ts';
import { adoptGuestHold } from './slots/adopt-guest-hold.ts';

export const reservationHooks: Hooks = { sessionCreated: adoptGuestHold, memberDeleted: releaseReservations };

export const reservationSections: SectionHooks = {
  hours: {
    onFirst: (tx, body) => insertPlans(tx, body, null),
    onPublish: (tx, body, { keptReservations, now }) => changeHours(tx, body, keptReservations, now),
  },
};
