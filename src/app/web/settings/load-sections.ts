import type { ContentSection } from '#core/content/contract/content-section.ts';
import { contentSections, documentSections } from '#core/content/contract/sections.ts';
import { features } from '../features.ts';

/** The properties of the pages that `settingsPage` makes. */
export interface SettingsPageProps {
  /** All sections, in the order of the settings. */
  readonly sections: readonly ContentSection[];
}

/** Imports the sections of the features and adds the others. */
export const loadSections = async (): Promise<SettingsPageProps['sections']> => {
  const modules = await Promise.all(features.flatMap(({ loadClientRoutes }) => loadClientRoutes?.() ?? []));
  const others = await Promise.all(modules.flatMap((module) => module.loadSections?.() ?? []));
  return [contentSections, documentSections, ...others]
    .flatMap((sections) => Object.values<ContentSection>(sections))
    .toSorted((one, other) => one.position - other.position);
};
