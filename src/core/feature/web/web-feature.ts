import type { RouteObject } from 'react-router';
import type { ContentSections } from '#core/content/contract/content-section.ts';
import type { Page } from '#platform/contract/page.ts';
import type { Api } from '#platform/web/client/api/api.ts';

/** What members and admins use. The client loads it on demand. */
export interface ClientRoutes {
  readonly clientRoutes: readonly RouteObject[];
  /** Imports its sections of the studio's content, for the settings. */
  readonly loadSections?: () => Promise<ContentSections>;
}

/** What a noun adds to the pages. `app/web/features.ts` lists them; the menus and the routes of all features are read from that list. */
export interface WebFeature {
  readonly pages: Readonly<Record<string, Page>>;
  /** The routes of the pages that the server renders. They are part of the entry's code. */
  readonly routes?: (api: Api) => readonly RouteObject[];
  readonly loadClientRoutes?: () => Promise<ClientRoutes>;
}
