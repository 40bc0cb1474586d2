import { memberEndpoints } from '#core/auth/contract/members.ts';
import { appError } from '#platform/contract/errors.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { staffEndpoints as endpoints } from '../../contract/staff.ts';
import { findAdmins, revokeAdminRole } from '../admins.ts';
import {
  cancelInvitation,
  createAdminByLink,
  createInvitation,
  listInvitations,
} from '../setup/setup-links.ts';

export const staffRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.createAdminByLink, async ({ body, caller, now }, { db }) => {
    await createAdminByLink(db, body, { ip: caller.ip, now });
    return { loginId: body.loginId, name: body.name };
  }),

  defineRoute(endpoints.listStaff, async (request, deps) => {
    const admins = await findAdmins(deps.db);
    const invitations = await listInvitations(deps.db, request.now);
    return {
      staff: admins.map(({ id, loginId, name, createdAt, lastLogin }) => ({
        id,
        loginId: loginId ?? '',
        name,
        createdAt: createdAt.toISOString(),
        lastLoginAt: lastLogin?.toISOString() ?? null,
        isMe: id === request.member.id,
      })),
      invitations: invitations.map(({ id, createdBy, expiresAt }) => ({
        id,
        createdBy: createdBy ?? '',
        expiresAt: expiresAt.toISOString(),
      })),
    };
  }),

  defineRoute(endpoints.inviteStaff, async (request, deps) => {
    const { token, expiresAt } = await createInvitation(deps.db, request.audit);
    return {
      url: `${deps.env.publicUrl}/setup?token=${token}`,
      expiresAt: expiresAt.toISOString(),
    };
  }),

  defineRoute(endpoints.cancelInvitation, (request, deps) =>
    cancelInvitation(deps.db, request.params.id, request.audit),
  ),

  defineRoute(endpoints.revokeStaff, async (request, deps) => {
    const outcome = await revokeAdminRole(deps.db, { id: request.params.id }, request.audit);
    if (outcome === 'none') throw appError('NOT_FOUND');
    if (outcome === 'last') throw appError('LAST_ADMIN_ROLE');
  }),
];
