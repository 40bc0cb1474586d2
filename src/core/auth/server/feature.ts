import type { Feature } from '#core/feature/server/feature.ts';
import { authTables } from './described-tables.ts';
import { authRoutes } from './routes.ts';
import { mountSocialLogin } from './social/routes.ts';
import { unlinkOrphanedIdentities } from './social/unlink-orphaned-identities.ts';

export const auth = {
  routes: authRoutes,
  mount: mountSocialLogin,
  tables: authTables,
  intervalJobs: [{ delayMs: 60_000, run: unlinkOrphanedIdentities }],
} satisfies Feature;
