import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import {
  adminMemberEndpoints as endpoints,
  type MemberSummary,
} from '#features/members/contract/admin-members.ts';
import { appError } from '#platform/contract/errors.ts';
import { accountLabelOf } from '#platform/contract/social-providers.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { paginate } from '#platform/server/http/pagination.ts';
import { findMemberNote, saveMemberNote } from './member-note.ts';
import { findMember, findMembers, memberCursor, type MemberRow } from './queries.ts';

const presentAccount = ({ loginId, provider, name, phone }: MemberRow) => ({
  loginId: loginId ?? accountLabelOf(provider),
  name,
  phoneNumber: phone ?? '',
});

const present = (row: MemberRow): MemberSummary => ({
  id: row.id,
  ...presentAccount(row),
  joinedAt: row.joinedAt.toISOString(),
  reservations: row.reservations,
  questions: row.questions,
});

export const adminMemberRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.adminMembers, async (request, deps) => {
    const nameSearch = request.query.name ?? '';
    const rows = await paginate(request, memberCursor, (page) =>
      findMembers(deps.db, { ...page, nameSearch }),
    );
    await recordPersonalDataAccess(deps, request, 'LIST_MEMBERS', { memberIds: rows.map(({ id }) => id) });
    return rows.map(presentAccount);
  }),

  defineRoute(endpoints.memberSummaries, async (request, deps) => {
    const nameSearch = request.query.name ?? '';
    const rows = await paginate(request, memberCursor, (page) =>
      findMembers(deps.db, { ...page, nameSearch }),
    );
    await recordPersonalDataAccess(deps, request, 'LIST_MEMBERS', { memberIds: rows.map(({ id }) => id) });
    return rows.map(present);
  }),

  defineRoute(endpoints.memberDetail, async (request, deps) => {
    const { memberId } = request.params;
    const row = await findMember(deps.db, memberId);
    if (row === null) throw appError('NOT_FOUND');
    await recordPersonalDataAccess(deps, request, 'VIEW_MEMBER', { memberIds: [memberId] });
    return { ...present(row), note: await findMemberNote(deps.db, memberId) };
  }),

  defineRoute(endpoints.saveMemberNote, (request, deps) =>
    saveMemberNote(deps.db, request.params.memberId, request.body, request.audit),
  ),
];
