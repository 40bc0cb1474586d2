import type { Hooks } from '#platform/server/hooks.ts';
import { archiveDisputes } from '#features/questions/server/archive-disputes.ts';
import { reservationHooks, reservationSections } from '#features/reservations/server/feature.ts';
import type { SectionHooks } from '#core/content/server/publish-section.ts';

/** What features do when something happens outside of them, in the order in which they are called. */
export const hooks: readonly Hooks[] = [reservationHooks, { memberDeleted: archiveDisputes }];

/** What features do when their sections are published. */
export const sectionHooks: SectionHooks = reservationSections;
