import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { PageMeta, RouteHandle } from '#web/document/page-meta.ts';
import { lazyImport } from '#web/shell/navigation/lazy-import.ts';
import { PageSkeleton } from '#web/shell/pages/page-skeleton.tsx';
import { useIsHydrated } from './shell/use-is-hydrated.ts';

/** The first render must match the server's skeleton; the next one shows the page. */
const HydratedPage = ({ Page }: { Page: ComponentType }) => (useIsHydrated() ? <Page /> : <PageSkeleton />);

/**
 * Creates the route of a member or admin page. The server renders a skeleton; the client loads the page's code together with
 * the query library. The page is excluded from search.
 */
export const clientPage = (
  path: string,
  title: string,
  load: () => Promise<{ readonly default: ComponentType }>,
  handle: Pick<RouteHandle, 'acceptsHandoffToken' | 'sendsNoReferrer'> = {},
): RouteObject => ({
  path,
  handle: { ...handle, isClientRendered: true, meta: { title, isNoindex: true } satisfies PageMeta },
  lazy: async () => {
    if (import.meta.env.SSR) return { Component: PageSkeleton };
    const { default: Page } = await lazyImport(load);
    return { Component: () => <HydratedPage Page={Page} /> };
  },
});
