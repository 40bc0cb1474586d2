import type { Feature } from '#core/feature/server/feature.ts';
import { adminMemberEndpoints } from '../contract/admin-members.ts';
import { memberPages } from '../contract/pages.ts';
import { profileEndpoints } from '../contract/profile.ts';
import { staffEndpoints } from '../contract/staff.ts';
import { memberRoutes } from './routes.ts';
import { staffRoutes } from './staff/routes.ts';

export const members = {
  endpoints: { members: { ...profileEndpoints, ...adminMemberEndpoints }, staff: staffEndpoints },
  pages: memberPages,
  routes: [...memberRoutes, ...staffRoutes],
} satisfies Feature;
