import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Meta, RouteHandle } from './meta.ts';
import { loadCode } from './shell/load-code.ts';
import { PageSkeleton } from './shell/page-skeleton.tsx';
import { useIsHydrated } from './shell/use-is-hydrated.ts';

/** The first render shows the skeleton that the server sent, the next one the page. */
const Hydrating = ({ Page }: { Page: ComponentType }) => (useIsHydrated() ? <Page /> : <PageSkeleton />);

/**
 * A page of a member or an admin: the server renders its skeleton, the browser loads it with the queries it reads by.
 * `title` names it; it stays out of search.
 */
export const clientPage = (
  path: string,
  title: string,
  load: () => Promise<{ readonly default: ComponentType }>,
  handle: Pick<RouteHandle, 'takesHandOff' | 'isUnspoken'> = {},
): RouteObject => ({
  path,
  handle: { ...handle, isClient: true, meta: (): Meta => ({ title, isPrivate: true }) },
  lazy: async () => {
    if (import.meta.env.SSR) return { Component: PageSkeleton };
    const { default: Page } = await loadCode(load);
    return { Component: () => <Hydrating Page={Page} /> };
  },
});
