import type { SQL } from 'drizzle-orm';
import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { findCategoryNames } from '#core/content/server/categories.ts';
import { saveNote } from '#core/notes/server/notes.ts';
import type { QueryOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { normalizeRandomCode } from '#platform/server/crypto/random-code.ts';
import { createCreatedAtCursor } from '#platform/server/db/created-at-cursor.ts';
import type { Tx } from '#platform/server/db/database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { AuditContext } from '#platform/server/http/caller.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { idCursor, paginate } from '#platform/server/http/pagination.ts';
import {
  adminReservationEndpoints as endpoints,
  type ListedReservation,
  type ReservationDetail,
} from '../../contract/admin-reservations.ts';
import { parseIdempotencyKey } from '../booking/book.ts';
import { readChangePolicy } from '../changes/change-deadline.ts';
import { presentAdminReservation, presentListedReservation, dataSubjectOf } from '../present-reservation.ts';
import { listCursor } from '../queries.ts';
import { lockWithCustomer } from '../release-reservations.ts';
import { reservationNotes } from '../tables.ts';
import { changeState, adminMoveReservation } from './change-reservation.ts';
import { correctPhoneReservation } from './correct-phone-reservation.ts';
import { createPhoneReservation } from './create-phone-reservation.ts';
import { MAX_EXPORT_ROWS, formatReservations } from './export-reservations.ts';
import {
  findReservationDetail,
  matchesCode,
  hasCustomerName,
  listReservations,
  type ListedRow,
} from './queries.ts';

const createdAtCursor = createCreatedAtCursor(idCursor.read);
const byTime = {
  read: listCursor.read,
  write: ({ reservation }: ListedRow) => listCursor.write(reservation),
};
const byCreatedAt = {
  read: createdAtCursor.read,
  write: ({ bookedAt: createdAt, reservation: { id } }: ListedRow) =>
    createdAtCursor.write({ createdAt, id }),
};

interface ListContext extends AuditContext {
  readonly query: QueryOf<typeof endpoints.adminReservations>;
  linkNext(cursor: string): void;
}

const list = async (
  deps: Deps,
  request: ListContext,
  action: 'LIST_RESERVATIONS' | 'SEARCH_RESERVATIONS',
  search?: SQL,
): Promise<ListedReservation[]> => {
  const { query, now } = request;
  const { sort } = query;
  const rows =
    sort === 'created-desc'
      ? await paginate(request, byCreatedAt, (page) =>
          listReservations(deps.db, query, now, { sort, ...page }, search),
        )
      : await paginate(request, byTime, (page) =>
          listReservations(deps.db, query, now, { sort, ...page }, search),
        );
  await recordPersonalDataAccess(deps, request, action, rows.map(dataSubjectOf));
  const policy = await readChangePolicy(deps);
  return rows.map((row) => presentListedReservation(row, policy));
};

const showDetail = async (deps: Deps, request: AuditContext, id: number): Promise<ReservationDetail> => {
  const row = await findReservationDetail(deps.db, id);
  if (row === null) throw appError('NOT_FOUND');
  await recordPersonalDataAccess(deps, request, 'VIEW_RESERVATION', [dataSubjectOf(row)]);
  const { reservation: _, memberName: __, ...details } = row;
  return { ...presentAdminReservation(row, await readChangePolicy(deps)), ...details };
};

export const adminReservationRoutes: readonly Route[] = [
  defineRoute(endpoints.adminReservations, (request, deps) => list(deps, request, 'LIST_RESERVATIONS')),

  defineRoute(endpoints.searchReservationsByName, (request, deps) =>
    list(deps, request, 'SEARCH_RESERVATIONS', hasCustomerName(request.query.name)),
  ),

  defineRoute(endpoints.searchReservationsByCode, async (request, deps) => {
    const code = normalizeRandomCode(request.query.code);
    return code === '' ? [] : list(deps, request, 'SEARCH_RESERVATIONS', matchesCode(code));
  }),

  defineRoute(endpoints.exportReservations, async (request, deps) => {
    const { query, now } = request;
    const rows = await listReservations(deps.db, query, now, {
      sort: 'date-desc',
      after: null,
      limit: MAX_EXPORT_ROWS + 1,
    });
    // The extra row only tells that there are more.
    await recordPersonalDataAccess(
      deps,
      request,
      'EXPORT_RESERVATIONS',
      rows.slice(0, MAX_EXPORT_ROWS).map(dataSubjectOf),
    );
    const name = `reservations-${seoulDate(now)}.csv`;
    request.setHeader('content-disposition', `attachment; filename="${name}"`);
    return formatReservations(rows, await findCategoryNames(deps.db));
  }),

  defineRoute(endpoints.reservationDetail, (request, deps) => showDetail(deps, request, request.params.id)),

  defineRoute(endpoints.createPhoneReservation, async (request, deps) => {
    const key = parseIdempotencyKey(request.caller.header('idempotency-key'));
    const id = await createPhoneReservation(deps.db, { request: request.body, key, change: request.audit });
    return showDetail(deps, request, id);
  }),

  defineRoute(endpoints.correctPhoneReservation, async (request, deps) => {
    const { id } = request.params;
    await correctPhoneReservation(deps.db, id, request.body, request.audit);
    return showDetail(deps, request, id);
  }),

  defineRoute(endpoints.saveReservationNote, ({ params: { id }, body, audit }, { db }) => {
    const lock = (tx: Tx) => lockWithCustomer(tx, id);
    return saveNote(db, { notes: reservationNotes, kind: 'RESERVATION', id, lock }, body, audit);
  }),

  defineRoute(endpoints.changeReservationState, async (request, deps) => {
    const { id } = request.params;
    await changeState(deps, id, request.body, request.audit);
    return showDetail(deps, request, id);
  }),

  defineRoute(endpoints.adminMoveReservation, async (request, deps) => {
    const { id } = request.params;
    await adminMoveReservation(deps, id, request.body, request.audit);
    return showDetail(deps, request, id);
  }),
];
