import { adminMemberEndpoints as endpoints, type MemberSummary } from '#contract/admin/members.ts';
import { accountLabelOf } from '#contract/members/social-providers.ts';
import { appError } from '#contract/errors.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { paginate } from '#server/http/pagination.ts';
import { recordPersonalDataAccess } from '#server/http/personal-data-access-log.ts';
import { memberCursor } from '#server/members/member-cursor.ts';
import { findMember, findMemberSummaries, type MemberRow } from './queries.ts';
import { findMemberNote, saveMemberNote } from './member-note.ts';

const present = ({
  id,
  loginId,
  provider,
  name,
  phone,
  joinedAt,
  reservations,
  questions,
}: MemberRow): MemberSummary => ({
  id,
  loginId: loginId ?? accountLabelOf(provider),
  name,
  phoneNumber: phone ?? '',
  joinedAt: joinedAt.toISOString(),
  reservations,
  questions,
});

export const adminMemberRoutes: readonly Route[] = [
  defineRoute(endpoints.memberSummaries, async (request, deps) => {
    const nameSearch = request.query.name ?? '';
    const rows = await paginate(request, memberCursor, (page) =>
      findMemberSummaries(deps.db, { ...page, nameSearch }),
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
