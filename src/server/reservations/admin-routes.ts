import type { SQL } from 'drizzle-orm';
import { adminReservationEndpoints as endpoints } from '#contract/admin-reservations.ts';
import type { AdminReservation, ReservationDetail, ReservationSort } from '#contract/admin-reservations.ts';
import { refuse } from '#contract/errors.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import type { Deps } from '#server/deps.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { recordAccess } from '#server/http/record-access.ts';
import type { AccessAction, Asking } from '#server/http/record-access.ts';
import { changeBy } from '#server/http/record-audit.ts';
import {
  countUnsettled,
  findForExport,
  findReservationDetail,
  hasCode,
  isNamed,
  pageOfReservations,
} from './admin-queries.ts';
import type { Filters, ListedRow } from './admin-queries.ts';
import { changeState } from './change-state.ts';
import { changeTermsOf } from './change-window.ts';
import { createGuestReservation } from './create-guest-reservation.ts';
import { MAX_EXPORT, writeReservations } from './export-reservations.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readAgeCursor, readListCursor, writeAgeCursor, writeListCursor } from './list-cursor.ts';
import { moveAnyReservation } from './move-any-reservation.ts';
import { presentAdminReservation, subjectsOf } from './present-reservation.ts';
import { readReservationCode } from './reservation-code.ts';

const byTime = { read: readListCursor, write: ({ reservation }: ListedRow) => writeListCursor(reservation) };
const byAge = {
  read: readAgeCursor,
  write: ({ bookedAt, reservation: { id } }: ListedRow) => writeAgeCursor({ bookedAt, id }),
};

interface FilterQuery extends Omit<Filters, 'unsettledAt'> {
  readonly unsettled?: 'true' | undefined;
}

const filtersOf = ({ clock }: Deps, query: FilterQuery): Filters => ({
  ...query,
  unsettledAt: query.unsettled === 'true' ? clock.now() : undefined,
});

interface Listing extends Asking {
  readonly query: FilterQuery & {
    readonly sort: ReservationSort;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  };
  linkNext(cursor: string): void;
}

const list = async (
  deps: Deps,
  asked: Listing,
  action: AccessAction,
  search?: SQL,
): Promise<AdminReservation[]> => {
  const { sort } = asked.query;
  const filters = filtersOf(deps, asked.query);
  const rows =
    sort === 'created-desc'
      ? await readPage(asked, byAge, (page) =>
          pageOfReservations(deps.db, filters, { sort, ...page }, search),
        )
      : await readPage(asked, byTime, (page) =>
          pageOfReservations(deps.db, filters, { sort, ...page }, search),
        );
  await recordAccess(deps, asked, action, subjectsOf(rows));
  const terms = changeTermsOf(deps);
  return rows.map((row) => presentAdminReservation(row, terms));
};

const showDetail = async (deps: Deps, asked: Asking, id: number): Promise<ReservationDetail> => {
  const row = await findReservationDetail(deps.db, id);
  if (row === null) throw refuse('NOT_FOUND');
  await recordAccess(deps, asked, 'VIEW_RESERVATION', subjectsOf([row]));
  const { phoneNumber, history } = row;
  return { ...presentAdminReservation(row, changeTermsOf(deps)), phoneNumber, history: [...history] };
};

export const adminReservationRoutes: readonly Implementation[] = [
  implement(endpoints.adminReservations, (asked, deps) => list(deps, asked, 'LIST_RESERVATIONS')),

  implement(endpoints.searchReservationsByName, (asked, deps) =>
    list(deps, asked, 'SEARCH_RESERVATIONS', isNamed(asked.query.name)),
  ),

  implement(endpoints.searchReservationsByCode, async (asked, deps) => {
    const code = readReservationCode(asked.query.code);
    return code === '' ? [] : list(deps, asked, 'SEARCH_RESERVATIONS', hasCode(code));
  }),

  implement(endpoints.exportReservations, async (asked, deps) => {
    const rows = await findForExport(deps.db, filtersOf(deps, asked.query), MAX_EXPORT + 1);
    // The last row only tells that there are more.
    await recordAccess(deps, asked, 'EXPORT_RESERVATIONS', subjectsOf(rows.slice(0, MAX_EXPORT)));
    const name = `reservations-${seoulDate(deps.clock.now())}.csv`;
    asked.setHeader('content-disposition', `attachment; filename="${name}"`);
    return writeReservations(rows);
  }),

  implement(endpoints.countUnsettledReservations, async (_, { db, clock }) => ({
    count: await countUnsettled(db, clock.now()),
  })),

  implement(endpoints.reservationDetail, (asked, deps) => showDetail(deps, asked, asked.params.id)),

  implement(endpoints.createGuestReservation, async (asked, deps) => {
    const key = readIdempotencyKey(asked.caller.header('idempotency-key'));
    const change = changeBy(asked, deps);
    const id = await createGuestReservation(deps.db, { request: asked.body, key, change });
    return showDetail(deps, asked, id);
  }),

  implement(endpoints.changeReservationState, async (asked, deps) => {
    const { id } = asked.params;
    await changeState(deps, id, asked.body, changeBy(asked, deps));
    return showDetail(deps, asked, id);
  }),

  implement(endpoints.moveAnyReservation, async (asked, deps) => {
    const { id } = asked.params;
    await moveAnyReservation(deps, id, asked.body, changeBy(asked, deps));
    return showDetail(deps, asked, id);
  }),
];
