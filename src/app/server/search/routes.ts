import { recordPersonalDataAccess } from '#core/audit/server/admin-logs.ts';
import { summarizeQuestion } from '#features/questions/server/present-question.ts';
import { dataSubjectsOf } from '#features/reservations/server/present-reservation.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { searchEndpoints as endpoints } from '../../contract/search.ts';
import { presentAccount } from '../customers/queries.ts';
import { searchCustomers, searchQuestions, searchReservations } from './queries.ts';

export const searchRoutes: readonly Route[] = [
  defineRoute(endpoints.search, async (request, deps) => {
    const { keyword } = request.query;
    const [reservations, customers, questions] = await Promise.all([
      searchReservations(deps.db, keyword, request.now),
      searchCustomers(deps.db, keyword),
      searchQuestions(deps.db, keyword, request.member),
    ]);
    const subjects = dataSubjectsOf(reservations);
    await recordPersonalDataAccess(deps, request, 'SEARCH_ALL', {
      ...subjects,
      memberIds: [
        ...subjects.memberIds,
        ...customers.map(({ id }) => id),
        ...questions.map(({ question }) => question.memberId),
      ],
    });
    return {
      reservations: reservations.map(
        ({ reservation: { id, date, slot: time, shootType, state }, memberName, phoneNumber }) => ({
          id,
          date,
          time,
          shootType,
          state,
          memberName,
          phoneNumber,
        }),
      ),
      customers: customers.map((row) => ({ memberId: row.id, ...presentAccount(row) })),
      questions: questions.map(summarizeQuestion),
    };
  }),
];
