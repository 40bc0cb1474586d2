import { studioEndpoints as endpoints } from '#contract/studio.ts';
import { defineRoute } from '#server/http/define-route.ts';
import type { Route } from '#server/http/define-route.ts';
import * as present from './present-content.ts';
import { readSections } from './read-sections.ts';

export const studioRoutes: readonly Route[] = [
  defineRoute(endpoints.studio, async (_, deps) => present.presentStudio(await readSections(deps.db), deps)),

  defineRoute(endpoints.home, async (_, deps) => present.presentHome(await readSections(deps.db), deps)),

  defineRoute(endpoints.introduce, async (_, deps) =>
    present.presentIntroduce(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.categories, async (_, { db }) => present.presentCategories(await readSections(db))),

  defineRoute(endpoints.packages, async (_, deps) =>
    present.presentPackages(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.notices, async (_, deps) =>
    present.presentNotices(await readSections(deps.db), deps),
  ),

  defineRoute(endpoints.faq, async (_, { db }) => present.presentFaq(await readSections(db))),
];
