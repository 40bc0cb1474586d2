import { eq, or } from 'drizzle-orm';
import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { verifyCurrentPassword } from '#core/auth/server/login/change-password.ts';
import { members } from '#core/auth/server/tables.ts';
import { saveNote } from '#core/notes/server/notes.ts';
import {
  adminMemberEndpoints as endpoints,
  type MemberSummary,
} from '#features/members/contract/admin-members.ts';
import { eraseMember } from '#features/members/server/delete-account.ts';
import { adminReservationEndpoints } from '#features/reservations/contract/admin-reservations.ts';
import { accountLabelOf } from '#platform/contract/social-providers.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { paginate, type PaginatedRequest } from '#platform/server/http/pagination.ts';
import { customerEndpoints } from '../../contract/customers.ts';
import { deleteCaller, previewCallerDeletion } from './erase-caller.ts';
import { findCustomer, findCustomers, hasBooked, hasGuestName, presentCustomer } from './find-customers.ts';
import { findTimeline, timelineCursor } from './find-timeline.ts';
import { mergeCustomers, separateCustomer } from './merge-customers.ts';
import {
  assertRegistered,
  findMembers,
  hasName,
  memberCursor,
  previewAccountDeletion,
  type MemberRow,
} from './queries.ts';
import { memberNotes } from './tables.ts';

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

const listMembers = async (
  request: AuditContext & PaginatedRequest & { readonly query: { readonly name?: string | undefined } },
  { db }: Deps,
): Promise<MemberRow[]> => {
  const nameSearch = request.query.name ?? '';
  const rows = await paginate(request, memberCursor, (page) => findMembers(db, { ...page, nameSearch }));
  await recordPersonalDataAccess(
    { db },
    request,
    'LIST_MEMBERS',
    rows.map(({ id: memberId }) => ({ memberId })),
  );
  return rows;
};

export const customerRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.adminMembers, async (request, deps) =>
    (await listMembers(request, deps)).map(presentAccount),
  ),

  defineRoute(endpoints.memberSummaries, async (request, deps) =>
    (await listMembers(request, deps)).map(present),
  ),

  defineRoute(customerEndpoints.customers, async (request, { db }) => {
    const { name = '' } = request.query;
    const rows = await paginate(request, memberCursor, (page) =>
      findCustomers(db, page, name === '' ? undefined : or(hasName(name), hasBooked(hasGuestName(name)))),
    );
    await recordPersonalDataAccess({ db }, request, 'LIST_CUSTOMERS', rows);
    return rows.map(presentCustomer);
  }),

  defineRoute(customerEndpoints.customerTimeline, async (request, deps) => {
    const rows = await paginate(request, timelineCursor, (page) =>
      findTimeline(deps, request.query.customer, page),
    );
    await recordPersonalDataAccess(deps, request, 'VIEW_CUSTOMER', rows);
    return rows.map(({ entry }) => entry);
  }),

  defineRoute(customerEndpoints.customer, async (request, { db }) => {
    const { customer, subjects } = await findCustomer(db, request.params.customerId);
    await recordPersonalDataAccess({ db }, request, 'VIEW_CUSTOMER', subjects);
    return customer;
  }),

  defineRoute(customerEndpoints.mergeCustomers, ({ params, body, audit }, { db }) =>
    mergeCustomers(db, params.customerId, body.callerId, audit),
  ),

  defineRoute(customerEndpoints.separateCustomer, ({ params, body, audit }, { db }) =>
    separateCustomer(db, params.customerId, body.reservationId, audit),
  ),

  defineRoute(memberEndpoints.withdrawalPreview, ({ member, now }, { db }) =>
    previewAccountDeletion(db, member.id, now),
  ),

  defineRoute(endpoints.deletionPreview, async ({ params: { memberId }, now }, { db }) => {
    await assertRegistered(db, memberId);
    return previewAccountDeletion(db, memberId, now);
  }),

  defineRoute(endpoints.deleteMember, async ({ params: { memberId }, body, member, audit }, deps) => {
    await verifyCurrentPassword(deps, member.id, body.password);
    await assertRegistered(deps.db, memberId);
    await eraseMember(deps, memberId, { notifies: true, by: audit });
  }),

  defineRoute(adminReservationEndpoints.callerPreview, ({ params, now }, { db }) =>
    previewCallerDeletion(db, params.id, now),
  ),

  defineRoute(adminReservationEndpoints.deleteCaller, async ({ params, body, member, audit }, deps) => {
    await verifyCurrentPassword(deps, member.id, body.password);
    await deleteCaller(deps, params.id, audit);
  }),

  defineRoute(endpoints.saveMemberNote, ({ params: { memberId: id }, body, audit }, { db }) =>
    saveNote(
      db,
      {
        notes: memberNotes,
        kind: 'MEMBER',
        id,
        lock: (tx) => tx.select({ id: members.id }).from(members).where(eq(members.id, id)).for('update'),
      },
      body,
      audit,
    ),
  ),
];
