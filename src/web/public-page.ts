import type { RouteObject } from 'react-router';
import type { RouteHandle } from './meta.ts';
import { loadCode } from './shell/load-code.ts';

type Page = Pick<RouteObject, 'Component' | 'loader'> & { readonly handle: RouteHandle };

/** The server has it whole. Its code comes to the browser when it is there, its style (`styles/public-pages.ts`) with every page. */
export const publicPage = (path: string, load: () => Promise<Page>): RouteObject => ({
  ...(path === '' ? { index: true } : { path }),
  lazy: () => loadCode(load),
});
