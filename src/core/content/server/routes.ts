import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { categoryEndpoints } from '../contract/category-endpoints.ts';
import { contentSections } from '../contract/sections.ts';
import { studioEndpoints as endpoints } from '../contract/studio.ts';
import { findCategories } from './categories.ts';
import * as present from './present-content.ts';
import { readSection, readSections } from './read-sections.ts';

const { categories, packages } = contentSections;

export const studioRoutes: readonly Route[] = [
  defineRoute(endpoints.home, async (_, deps) =>
    present.presentHome(await readSections(deps.db, contentSections), deps),
  ),

  defineRoute(endpoints.introduce, async (_, deps) =>
    present.presentIntroduce(await readSections(deps.db, contentSections), deps),
  ),

  defineRoute(endpoints.pages, (_, { db }) => readSection(db, contentSections.pages)),

  defineRoute(endpoints.categories, async (_, { db }) =>
    present.presentCategories(await readSection(db, contentSections.categories)),
  ),

  defineRoute(categoryEndpoints.allCategories, async (_, { db }) =>
    (await findCategories(db)).map(({ id, name, isShown }) => ({ id, name, isHidden: !isShown })),
  ),

  defineRoute(endpoints.packages, async (_, deps) =>
    present.presentPackages(await readSections(deps.db, { categories, packages }), deps),
  ),

  defineRoute(endpoints.notices, async (_, deps) =>
    present.presentNotices(await readSection(deps.db, contentSections.notices), deps),
  ),

  defineRoute(endpoints.faq, (_, { db }) => readSection(db, contentSections.faq)),
];
