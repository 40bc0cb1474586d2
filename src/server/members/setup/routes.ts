import { memberEndpoints } from '#contract/members.ts';
import { defineRoute } from '#server/http/define-route.ts';
import type { Route } from '#server/http/define-route.ts';
import { createFirstAdmin } from './create-first-admin.ts';

export const setupRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.createFirstAdmin, async ({ body, caller }, deps) => {
    await createFirstAdmin(deps, body, caller.ip);
    return { loginId: body.loginId, name: body.name };
  }),
];
