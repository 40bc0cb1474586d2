import type { ComponentType } from 'react';
import { PageSkeleton } from './shell/page-skeleton.tsx';
import { useIsHydrated } from './shell/use-is-hydrated.ts';

/** Around a page of a member or an admin: the skeleton that the server sent, then the page. */
export const ClientRoot = ({ Page }: { Page: ComponentType }) =>
  useIsHydrated() ? <Page /> : <PageSkeleton />;
