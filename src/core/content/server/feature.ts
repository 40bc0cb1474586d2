import type { Feature } from '#core/feature/server/feature.ts';
import { categoryEndpoints } from '../contract/category-endpoints.ts';
import { consentEndpoints } from '../contract/legal/consents.ts';
import { publicationEndpoints } from '../contract/legal/document-publication.ts';
import { legalEndpoints } from '../contract/legal/documents.ts';
import { settingsEndpoints } from '../contract/studio-settings.ts';
import { studioEndpoints } from '../contract/studio.ts';
import { contentTables } from './described-tables.ts';
import { documentMessageKinds } from './legal/message-kinds.ts';
import { legalRoutes } from './legal/routes.ts';
import { studioRoutes } from './routes.ts';
import { contentFeatureSections } from './sections.ts';

export const content = {
  endpoints: {
    studio: { ...studioEndpoints, ...categoryEndpoints },
    legal: { ...legalEndpoints, ...consentEndpoints, ...publicationEndpoints },
    // Among these, the fixed path of the preview comes before `{section}`, which matches it too.
    settings: settingsEndpoints,
  },
  routes: [...studioRoutes, ...legalRoutes],
  tables: contentTables,
  messages: documentMessageKinds,
  sections: contentFeatureSections,
} satisfies Feature;
