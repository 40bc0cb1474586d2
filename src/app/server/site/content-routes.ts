import { contentSections, documentSections } from '#core/content/contract/sections.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { presentContent, presentStudio } from '#core/content/server/present-content.ts';
import { readDraftedSections, readSections } from '#core/content/server/read-sections.ts';
import { weekdayNames } from '#features/reservations/contract/meeting-hours.ts';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { purposes } from '../features.ts';

const { booking, hours } = reservationSections;

/** The endpoints that join the content with the rules of booking: the studio's details, and the preview of drafts. */
export const joinedContentRoutes: readonly Route[] = [
  defineRoute(studioEndpoints.studio, async (_, deps) => {
    const content = await readSections(deps.db, { ...contentSections, booking });
    return presentStudio(content, content.booking, deps);
  }),

  defineRoute(settingsEndpoints.previewContent, async (_, deps) => {
    const sections = { ...contentSections, ...documentSections, booking, hours };
    const content = await readDraftedSections(deps.db, sections);
    return {
      ...(await presentContent(content, purposes, deps)),
      studio: await presentStudio(content, content.booking, deps),
      // The hours as they are edited, whatever the date from which they apply.
      hours: weekdayNames.map((name, index) => ({ weekday: index + 1, slots: content.hours[name] })),
    };
  }),
];
