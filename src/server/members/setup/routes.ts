import { memberEndpoints } from '#contract/members.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { createAdminByLink } from './create-admin-by-link.ts';

export const setupRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.createAdminByLink, async ({ body, caller }, deps) => {
    await createAdminByLink(deps, body, caller.ip);
    return { loginId: body.loginId, name: body.name };
  }),
];
