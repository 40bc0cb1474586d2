import { useRouteLoaderData } from 'react-router';
import type { Studio } from '#contract/studio.ts';

/** What the studio says of itself, on every page: the root route loads it. */
export const useStudio = (): Studio => useRouteLoaderData('root') as Studio;
