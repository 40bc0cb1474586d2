import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { summarizeQuestion } from '#features/questions/server/present-question.ts';
import { readChangePolicy } from '#features/reservations/server/changes/change-deadline.ts';
import {
  dataSubjectsOf,
  presentListedReservation,
} from '#features/reservations/server/present-reservation.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { searchEndpoints as endpoints } from '../../contract/search.ts';
import { presentCustomer, subjectsOf } from '../customers/find-customers.ts';
import { searchCustomers, searchQuestions, searchReservations } from './queries.ts';

export const searchRoutes: readonly Route[] = [
  defineRoute(endpoints.search, async (request, deps) => {
    const { keyword } = request.query;
    const [reservations, customers, questions] = await Promise.all([
      searchReservations(deps.db, keyword, request.now),
      searchCustomers(deps.db, keyword),
      searchQuestions(deps.db, keyword, request.member),
    ]);
    const [booked, known] = [dataSubjectsOf(reservations), subjectsOf(customers)];
    await recordPersonalDataAccess(deps, request, 'SEARCH_ALL', {
      memberIds: [
        ...booked.memberIds,
        ...known.memberIds,
        ...questions.map(({ question }) => question.memberId),
      ],
      phoneReservationIds: [...booked.phoneReservationIds, ...known.phoneReservationIds],
    });
    const policy = await readChangePolicy(deps);
    return {
      reservations: reservations.map((row) => presentListedReservation(row, policy)),
      customers: customers.map(presentCustomer),
      questions: questions.map(summarizeQuestion),
    };
  }),
];
