import { use } from 'react';
import type { ContentSection } from '#core/content/contract/content-section.ts';
import { contentSections, documentSections } from '#core/content/contract/sections.ts';
import { lazyImport } from '#platform/web/client/navigation/lazy-import.ts';
import { features } from '../features.ts';

const importSections = async (): Promise<readonly ContentSection[]> => {
  const modules = await Promise.all(features.flatMap(({ loadClientRoutes }) => loadClientRoutes?.() ?? []));
  const others = await Promise.all(modules.flatMap(({ loadSections }) => loadSections?.() ?? []));
  return [contentSections, documentSections, ...others]
    .flatMap((sections) => Object.values<ContentSection>(sections))
    .toSorted((one, other) => one.position - other.position);
};

let imported: Promise<readonly ContentSection[]> | undefined;

/** The sections of all features, in the order of the settings. Suspends while they are imported. */
export const useSections = (): readonly ContentSection[] => use((imported ??= lazyImport(importSections)));
