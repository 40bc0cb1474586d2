import type { Feature } from '#core/feature/server/feature.ts';
import { memberRoutes } from './routes.ts';
import { staffRoutes } from './staff/routes.ts';

export const members = { routes: [...memberRoutes, ...staffRoutes] } satisfies Feature;
