import type { RouteObject } from 'react-router';
import type { Page } from '#platform/contract/page.ts';
import type { Api } from '#platform/web/client/api/api.ts';

/** What a noun adds to the pages. `app/web/features.ts` lists them; the menus and the routes of all features are read from that list. */
export interface WebFeature {
  readonly pages: Readonly<Record<string, Page>>;
  /** The routes of the pages that the server renders. They are part of the entry's code. */
  readonly routes?: (api: Api) => readonly RouteObject[];
  /** Imports the routes of the pages of members and admins, which the client loads on demand. */
  readonly loadClientRoutes?: () => Promise<{ readonly clientRoutes: readonly RouteObject[] }>;
}
