import type { ComponentType } from 'react';
import { QueryRoot } from './api/queries.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';
import { useIsHydrated } from './shell/use-is-hydrated.ts';

/** Around a page of a member or an admin: the skeleton that the server sent, then the page with the queries it reads by. */
export const ClientRoot = ({ Page }: { Page: ComponentType }) =>
  useIsHydrated() ? (
    <QueryRoot>
      <Page />
    </QueryRoot>
  ) : (
    <PageSkeleton />
  );
