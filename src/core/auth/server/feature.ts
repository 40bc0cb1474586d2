import defaultContent from '#content/default-content.json' with { type: 'json' };
import { featureSection } from '#core/content/server/feature-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { sessionEndpoints } from '#platform/contract/sessions.ts';
import { authEndpoints } from '../contract/auth.ts';
import { memberEndpoints } from '../contract/members.ts';
import { authPages } from '../contract/pages.ts';
import { authSections } from '../contract/sections.ts';
import { totpEndpoints } from '../contract/totp.ts';
import { authTables } from './described-tables.ts';
import { securityMessageKinds } from './notices/message-kinds.ts';
import { authPurposes } from './purposes.ts';
import { authRoutes } from './routes.ts';
import { mountSocialLogin } from './social/routes.ts';
import { unlinkOrphanedIdentities } from './social/unlink-orphaned-identities.ts';

export const auth = {
  endpoints: {
    auth: { ...authEndpoints, ...sessionEndpoints },
    members: memberEndpoints,
    staff: totpEndpoints,
  },
  pages: authPages,
  routes: authRoutes,
  mount: mountSocialLogin,
  tables: authTables,
  purposes: authPurposes,
  messages: securityMessageKinds,
  sections: [featureSection(authSections.security, defaultContent.security)],
  intervalJobs: [{ delayMs: 60_000, run: unlinkOrphanedIdentities }],
} satisfies Feature;
