import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { studioEndpoints as endpoints } from '../contract/studio.ts';
import * as present from './present-content.ts';
import { readSection, readSections } from './read-sections.ts';

export const studioRoutes: readonly Route[] = [
  defineRoute(endpoints.studio, async (_, deps) => present.presentStudio(await readSections(deps.db), deps)),

  defineRoute(endpoints.home, async (_, deps) => present.presentHome(await readSections(deps.db), deps)),

  defineRoute(endpoints.introduce, async (_, deps) =>
    present.presentIntroduce(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.pages, (_, { db }) => readSection(db, 'pages')),

  defineRoute(endpoints.categories, async (_, { db }) => (await readSections(db)).categories),

  defineRoute(endpoints.packages, async (_, deps) =>
    present.presentPackages(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.notices, async (_, deps) =>
    present.presentNotices(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.faq, async (_, { db }) => (await readSections(db)).faq),
];
