import type { ContentSection } from '#core/content/contract/content-section.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import { settingsEndpoints, type SiteContent } from '#core/content/contract/studio-settings.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { presentContent, presentStudio } from '#core/content/server/present-content.ts';
import { readDraftedSections, readSections } from '#core/content/server/read-sections.ts';
import { weekdayNames } from '#features/reservations/contract/meeting-hours.ts';
import { reservationSections } from '#features/reservations/contract/sections.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { validate } from '#platform/server/http/parse-request.ts';
import { previewedSections } from '../../contract/previewed-sections.ts';
import { purposes } from '../features.ts';

type Typed = Parameters<typeof readDraftedSections>[2];

/** The drafted content with what an admin has typed in some sections. */
const presentPreview = async (deps: Deps, ...typed: Typed[]): Promise<SiteContent> => {
  const content = await readDraftedSections(deps.db, previewedSections, ...typed);
  return {
    ...(await presentContent(content, purposes, deps)),
    studio: await presentStudio(content, content.booking, deps),
    // The hours as they are edited, whatever the date from which they apply.
    hours: weekdayNames.map((name, index) => ({ weekday: index + 1, slots: content.hours[name] })),
  };
};

/** The endpoints that join the content with the rules of booking: the studio's details, and the preview of drafts. */
export const joinedContentRoutes: readonly Route[] = [
  defineRoute(studioEndpoints.studio, async (_, deps) => {
    const content = await readSections(deps.db, { ...contentSections, booking: reservationSections.booking });
    return presentStudio(content, content.booking, deps);
  }),

  defineRoute(settingsEndpoints.previewContent, (_, deps) => presentPreview(deps)),

  defineRoute(settingsEndpoints.previewSection, ({ params, body: typed }, deps) => {
    const section = Object.values<ContentSection>(previewedSections).find(
      ({ name }) => name === params.section,
    );
    if (section === undefined) throw appError('NOT_FOUND');
    return presentPreview(deps, { section: section.name, body: { ...validate(section.schema, typed.body) } });
  }),
];
