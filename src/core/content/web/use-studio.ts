import { useRouteLoaderData } from 'react-router';
import type { Studio } from '../contract/studio.ts';

export const useStudio = (): Studio => useRouteLoaderData('root') as Studio;
