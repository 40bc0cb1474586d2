import type { RouteObject } from 'react-router';
import type { ContentSections } from '#core/content/contract/content-section.ts';
import type { Page } from '#platform/contract/page.ts';
import type { Api } from '#platform/web/client/api/api.ts';

/** What a feature adds that the pages rendered by the server do not need. The client imports it on demand. */
export interface ClientRoutes {
  /** The routes of the pages that the client renders. */
  readonly clientRoutes?: readonly RouteObject[];
  /** Imports its sections of the studio's content, for the settings. */
  readonly loadSections?: () => Promise<ContentSections>;
}

/**
 * What one feature of the site (reservations, questions, members …) adds to the pages. `app/web/features.ts` lists the features; their menu
 * entries and routes are read from that list.
 */
export interface WebFeature {
  readonly pages: Readonly<Record<string, Page>>;
  /** The routes of the pages that the server renders. These declarations are part of the entry's code. */
  readonly routes?: (api: Api) => readonly RouteObject[];
  /** Imports the routes of the other pages, so that visitors of pages that the server renders need not load them. */
  readonly loadClientRoutes?: () => Promise<ClientRoutes>;
}
