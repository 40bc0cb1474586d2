import { memberEndpoints } from '#contract/members.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { createAdminByLink } from './setup-link.ts';

export const setupRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.createAdminByLink, async ({ body, caller, now }, { db }) => {
    await createAdminByLink(db, body, { ip: caller.ip, now });
    return { loginId: body.loginId, name: body.name };
  }),
];
