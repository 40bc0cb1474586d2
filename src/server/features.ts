import type { Hooks } from './hooks.ts';
import { archiveDisputes } from '#server/questions/archive-disputes.ts';
import { reservationHooks, reservationSections } from '#server/reservations/feature.ts';
import type { SectionHooks } from '#server/studio/publish-section.ts';

/** What features do when something happens outside of them, in the order in which they are called. */
export const hooks: readonly Hooks[] = [reservationHooks, { memberDeleted: archiveDisputes }];

/** What features do when their sections are published. */
export const sectionHooks: SectionHooks = reservationSections;
