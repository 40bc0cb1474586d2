import type { RouteObject } from 'react-router';
import type { ContentSections } from '#core/content/contract/content-section.ts';
import type { Page } from '#platform/contract/page.ts';
import type { Api } from '#platform/web/client/api/api.ts';

/** What only members and admins need. The client imports it on demand. */
export interface ClientRoutes {
  /** The routes of the pages that the client renders. */
  readonly clientRoutes?: readonly RouteObject[];
  /** Imports its sections of the studio's content, for the settings. */
  readonly loadSections?: () => Promise<ContentSections>;
}

/** What a noun adds to the pages. `app/web/features.ts` lists them; the menus and the routes of all features are read from that list. */
export interface WebFeature {
  readonly pages: Readonly<Record<string, Page>>;
  /** The routes of the pages that the server renders. They are part of the entry's code. */
  readonly routes?: (api: Api) => readonly RouteObject[];
  /** Imports what only members and admins need, so that visitors do not load it. */
  readonly loadClientRoutes?: () => Promise<ClientRoutes>;
}
