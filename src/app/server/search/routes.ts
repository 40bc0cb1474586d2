import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { summarizeQuestion } from '#features/questions/server/present-question.ts';
import { readChangePolicy } from '#features/reservations/server/changes/change-deadline.ts';
import {
  dataSubjectOf,
  presentListedReservation,
} from '#features/reservations/server/present-reservation.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { searchEndpoints as endpoints } from '../../contract/search.ts';
import { presentCustomer } from '../customers/find-customers.ts';
import { searchCustomers, searchQuestions, searchReservations } from './queries.ts';

export const searchRoutes: readonly Route[] = [
  defineRoute(endpoints.search, async (request, deps) => {
    const { keyword } = request.query;
    const [reservations, customers, questions] = await Promise.all([
      searchReservations(deps.db, keyword, request.now),
      searchCustomers(deps.db, keyword),
      searchQuestions(deps.db, keyword, request.member),
    ]);
    await recordPersonalDataAccess(deps, request, 'SEARCH_ALL', [
      ...reservations.map(dataSubjectOf),
      ...customers,
      ...questions.map(({ question }) => question),
    ]);
    const policy = await readChangePolicy(deps);
    return {
      reservations: reservations.map((row) => presentListedReservation(row, policy)),
      customers: customers.map(presentCustomer),
      questions: questions.map(summarizeQuestion),
    };
  }),
];
