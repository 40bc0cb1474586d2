import { totpEndpoints as endpoints } from '#contract/totp.ts';
import { verifyCurrentPassword } from '#server/auth/login/change-password.ts';
import { readDeviceCookie } from '#server/auth/login/device-cookie.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { confirmTotp, disableTotp, readTotpState, startTotp } from './enroll.ts';

export const totpRoutes: readonly Route[] = [
  defineRoute(endpoints.totpState, ({ member }, deps) => readTotpState(deps, member.id)),

  defineRoute(endpoints.startTotp, async ({ member, body }, deps) => {
    await verifyCurrentPassword(deps, member.id, body.password);
    return startTotp(deps, member);
  }),

  defineRoute(endpoints.confirmTotp, async (request, deps) => {
    const deviceId = readDeviceCookie(deps, request.caller, request.member.id);
    const { code } = request.body;
    return { recoveryCodes: await confirmTotp(deps, { code, deviceId }, request.audit) };
  }),

  defineRoute(endpoints.disableTotp, async (request, deps) => {
    await verifyCurrentPassword(deps, request.member.id, request.body.password);
    await disableTotp(deps, request.audit);
  }),
];
