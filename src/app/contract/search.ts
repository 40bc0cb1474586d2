import * as z from 'zod/mini';
import { listedReservation } from '#features/reservations/contract/admin-reservations.ts';
import { get } from '#platform/contract/endpoint.ts';
import { keyword } from '#platform/contract/fields.ts';
import { countCodePoints } from '#platform/contract/text/text-validation.ts';
import { customerSummary } from './customers.ts';
import { questionSummary } from './desk.ts';

const MIN_LENGTH = 2;

export const searchKeyword = keyword.check(
  z.refine((value) => countCodePoints(value) >= MIN_LENGTH, '두 글자 이상 입력해 주세요.'),
);

/** The newest matches of each kind. */
const searchResults = z.strictObject({
  reservations: z.array(listedReservation),
  customers: z.array(customerSummary),
  questions: z.array(questionSummary),
});
export type SearchResults = z.output<typeof searchResults>;

export const searchEndpoints = {
  // Counts against the limit `read`: the screen searches while the admin types.
  search: get('/api/admin/search', {
    summary:
      '예약, 고객, 문의를 한 번에 검색: 이름의 일부, 전화번호의 끝 네 자리 이상, 예약 번호의 앞 네 자리 이상, 아이디의 일부, 문의의 제목이나 내용',
    failed: '검색 중 오류가 발생했습니다.',
    reads: ['members', 'questions', 'reservations'],
    query: z.object({ keyword: searchKeyword }),
    response: searchResults,
  }),
} as const;
