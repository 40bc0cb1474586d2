import { desc, isNotNull, like, and } from 'drizzle-orm';
import { verifyCurrentPassword } from '#core/auth/server/login/change-password.ts';
import { readDeviceCookie } from '#core/auth/server/login/device-cookie.ts';
import { passesSecondFactor } from '#core/auth/server/totp/second-factor.ts';
import { notifications, providerRefusals } from '#core/messages/server/tables.ts';
import { appError } from '#platform/contract/errors.ts';
import { providers } from '#platform/contract/social-providers.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { defineRoute, type AuthenticatedMember, type Route } from '#platform/server/http/define-route.ts';
import { redirectUriOf } from '#platform/server/ports/oauth/create-oauth-providers.ts';
import {
  connectionEndpoints as endpoints,
  connectionNames,
  secretNamesOf,
  type AdminProof,
  type Connection,
  type ConnectionName,
} from '../../contract/connections.ts';
import { removeConnection, saveConnection } from './save-connection.ts';
import { tryConnection } from './try-connection.ts';

/** Throws PASSWORD_WRONG, TOTP_REQUIRED, TOTP_WRONG or TOO_MANY_REQUESTS. */
const verifyAdmin = async (
  deps: Deps,
  { member, caller, body }: { member: AuthenticatedMember; caller: Caller; body: AdminProof },
): Promise<void> => {
  await verifyCurrentPassword(deps, member.id, body.currentPassword);
  const claimant = { memberId: member.id, deviceId: readDeviceCookie(deps, caller, member.id) };
  if (!(await passesSecondFactor(deps, claimant, body.code))) throw appError('TOTP_WRONG');
};

/** The result code of the e-mail that was settled last; null when there is none. */
const findMailCode = async (db: Db): Promise<string | null> => {
  const [newest] = await db
    .select({ code: notifications.resultCode })
    .from(notifications)
    .where(and(like(notifications.recipient, 'EMAIL%'), isNotNull(notifications.settledAt)))
    .orderBy(desc(notifications.settledAt))
    .limit(1);
  return newest?.code ?? null;
};

const withoutSecrets = (deps: Deps, name: ConnectionName): Record<string, string> => {
  const secrets = secretNamesOf(name);
  const values = Object.entries(deps.connections.valuesOf(name));
  return Object.fromEntries(values.filter(([field]) => !secrets.includes(field)));
};

const listConnections = async (deps: Deps): Promise<Connection[]> => {
  const [[refusals], mailCode, balanceWon] = await Promise.all([
    deps.db.select().from(providerRefusals),
    findMailCode(deps.db),
    deps.sms.findBalance?.() ?? null,
  ]);
  const lastCodes: Partial<Record<ConnectionName, string | null>> = {
    solapi: refusals?.resultCode ?? null,
    sens: refusals?.resultCode ?? null,
    mail: mailCode,
  };
  return connectionNames.map((name) => {
    const state = deps.connections.stateOf(name);
    const provider = providers.find((one) => one === name);
    const isUsed = state === 'ENV' || state === 'STORED';
    return {
      name,
      state,
      values: withoutSecrets(deps, name),
      redirectUri: provider === undefined ? null : redirectUriOf(deps.env.publicUrl, provider),
      balanceWon: name === 'solapi' && isUsed ? balanceWon : null,
      lastCode: isUsed ? (lastCodes[name] ?? null) : null,
    };
  });
};

export const connectionRoutes: readonly Route[] = [
  defineRoute(endpoints.listConnections, (_, deps) => listConnections(deps)),

  defineRoute(endpoints.saveConnection, async (request, deps) => {
    await verifyAdmin(deps, request);
    await saveConnection(deps, request.params.name, request.body.values, request.audit);
  }),

  defineRoute(endpoints.removeConnection, async (request, deps) => {
    await verifyAdmin(deps, request);
    await removeConnection(deps, request.params.name, request.audit);
  }),

  defineRoute(endpoints.tryConnection, ({ params, member }, deps) =>
    tryConnection(deps, params.name, member.id),
  ),
];
