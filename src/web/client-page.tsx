import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { Meta, RouteHandle } from './meta.ts';
import { loadCode } from './shell/load-code.ts';

interface PageModule {
  readonly default: ComponentType;
}

/**
 * A page of a member or an admin: the server renders its skeleton, the browser loads it with the queries it reads by.
 * `title` names it; it stays out of search.
 */
export const clientPage = (
  path: string,
  title: string,
  load: () => Promise<PageModule>,
  handle: Pick<RouteHandle, 'takesHandOff' | 'isUnspoken'> = {},
): RouteObject => ({
  path,
  handle: { ...handle, isClient: true, meta: (): Meta => ({ title, isPrivate: true }) },
  lazy: async () => {
    if (import.meta.env.SSR) return { Component: (await import('./shell/page-skeleton.tsx')).PageSkeleton };
    const [{ default: Page }, { ClientRoot }] = await loadCode(() =>
      Promise.all([load(), import('./client-root.tsx')]),
    );
    return { Component: () => <ClientRoot Page={Page} /> };
  },
});
