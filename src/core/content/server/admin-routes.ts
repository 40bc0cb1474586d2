import { eq } from 'drizzle-orm';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { validate } from '#platform/server/http/parse-request.ts';
import { sections, type AnySectionBody, type SectionName } from '../contract/sections.ts';
import { settingsEndpoints as endpoints } from '../contract/studio-settings.ts';
import { presentContent } from './present-content.ts';
import { publishSection, type SectionHooks } from './publish-section.ts';
import { readDraftedSections } from './read-sections.ts';
import { findSection, listSections, listVersions } from './settings-queries.ts';
import { studioSettingDrafts } from './tables.ts';

const parseBody = (section: SectionName, body: unknown): AnySectionBody =>
  validate<AnySectionBody>(sections[section].schema, body);

/** `hooks`: what features do when their sections are published. `purposes`: those that the privacy policy lists. */
export const createSettingsRoutes = (
  hooks: SectionHooks,
  purposes: readonly ProcessingPurpose[],
): readonly Route[] => [
  defineRoute(endpoints.previewContent, async (_, deps) =>
    presentContent(await readDraftedSections(deps.db), purposes, deps),
  ),

  defineRoute(endpoints.listSections, (_, { db }) => listSections(db)),

  defineRoute(endpoints.getSection, ({ params }, { db }) => findSection(db, params.section)),

  defineRoute(endpoints.listVersions, ({ params }, { db }) => listVersions(db, params.section)),

  defineRoute(endpoints.saveDraft, async ({ params: { section }, body: edit, member, now }, { db }) => {
    const draft = {
      body: { ...parseBody(section, edit.body) },
      baseVersion: edit.baseVersion,
      changedBy: member.id,
      changedAt: now,
    };
    await db
      .insert(studioSettingDrafts)
      .values({ section, ...draft })
      .onConflictDoUpdate({ target: studioSettingDrafts.section, set: draft });
  }),

  defineRoute(endpoints.deleteDraft, async ({ params }, { db }) => {
    await db.delete(studioSettingDrafts).where(eq(studioSettingDrafts.section, params.section));
  }),

  defineRoute(endpoints.publishSection, async (request, deps) => {
    const { section } = request.params;
    const { body, baseVersion, keptReservations = [] } = request.body;
    await publishSection(
      deps.db,
      { section, body: parseBody(section, body), baseVersion, keptReservations, hooks },
      request.audit,
    );
    return findSection(deps.db, section);
  }),
];
