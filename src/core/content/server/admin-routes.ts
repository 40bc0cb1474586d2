import { eq } from 'drizzle-orm';
import { appError } from '#platform/contract/errors.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { validate } from '#platform/server/http/parse-request.ts';
import { SECTION_MESSAGE, settingsEndpoints as endpoints } from '../contract/studio-settings.ts';
import type { FeatureSection } from './feature-section.ts';
import { publishSection } from './publish-section.ts';
import { findSection, listSections, listVersions } from './settings-queries.ts';
import { studioSettingDrafts } from './tables.ts';

/** The routes of the settings except the preview, for the sections of all features. */
export const createSettingsRoutes = (sections: readonly FeatureSection[]): readonly Route[] => {
  const names = sections.map(({ definition }) => definition.name);

  /** Throws INVALID_INPUT when there is no such section. */
  const sectionOf = (name: string): FeatureSection => {
    const found = sections.find(({ definition }) => definition.name === name);
    if (found !== undefined) return found;
    throw appError('INVALID_INPUT', { message: SECTION_MESSAGE, fields: { section: SECTION_MESSAGE } });
  };

  return [
    defineRoute(endpoints.listSections, (_, { db }) => listSections(db, names)),

    defineRoute(endpoints.getSection, ({ params }, { db }) =>
      findSection(db, sectionOf(params.section).definition.name),
    ),

    defineRoute(endpoints.listVersions, ({ params }, { db }) =>
      listVersions(db, sectionOf(params.section).definition.name),
    ),

    defineRoute(endpoints.saveDraft, async ({ params, body: edit, member, now }, { db }) => {
      const { definition } = sectionOf(params.section);
      const draft = {
        body: { ...validate(definition.schema, edit.body) },
        baseVersion: edit.baseVersion,
        changedBy: member.id,
        changedAt: now,
      };
      await db
        .insert(studioSettingDrafts)
        .values({ section: definition.name, ...draft })
        .onConflictDoUpdate({ target: studioSettingDrafts.section, set: draft });
    }),

    defineRoute(endpoints.deleteDraft, async ({ params }, { db }) => {
      const { name } = sectionOf(params.section).definition;
      await db.delete(studioSettingDrafts).where(eq(studioSettingDrafts.section, name));
    }),

    defineRoute(endpoints.publishSection, async ({ params, body: edit, audit }, { db }) => {
      const section = sectionOf(params.section);
      const { baseVersion, keptReservations = [] } = edit;
      const body = validate(section.definition.schema, edit.body);
      await publishSection(db, { section, body, baseVersion, keptReservations }, audit);
      return findSection(db, section.definition.name);
    }),
  ];
};
