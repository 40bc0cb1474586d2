import * as z from 'zod/mini';
import { shootType } from '#core/content/contract/categories.ts';
import { reservationStateLabels } from '#features/reservations/contract/reservation-states.ts';
import {
  monthParams,
  reservationState,
  reservationStates,
} from '#features/reservations/contract/reservations.ts';
import { get } from '#platform/contract/endpoint.ts';
import { addDays } from '#platform/contract/seoul-time.ts';

/** The months of the sheet of a month. */
export const sheetMonths = (month: string) => ({
  shown: month,
  lastMonth: addDays(`${month}-01`, -1).slice(0, 7),
  lastYear: String(Number(month.slice(0, 4)) - 1).padStart(4, '0') + month.slice(4),
});

/** A figure in the month that is shown, the month before it and the same month of the year before. */
const figure = z.strictObject({ shown: z.number(), lastMonth: z.number(), lastYear: z.number() });

/** Numbers of bookings and customers. A booking belongs to the month of its meeting, in Seoul. */
const monthSheet = z.strictObject({
  /** All bookings, cancelled ones and those of deleted customers included. Equals the sum of `categories` and that of `states`. */
  total: figure,
  /** The categories that visitors see and those with a booking in one of the months, in order. */
  categories: z.array(z.strictObject({ id: shootType, name: z.string(), ...figure.shape })),
  /** `BOOKED`: the meeting is still to come or its outcome was not entered. */
  states: z.record(reservationState, figure),
  /**
   * Customers with a booking in the month and none in a month before it, cancelled ones left out. A customer is a member or the customer
   * of a phone booking, and counts once. Deleted customers are in neither number.
   */
  newCustomers: figure,
  /** Customers with a booking in the month and one in a month before it, cancelled ones left out. */
  returningCustomers: figure,
});
export type MonthSheet = z.output<typeof monthSheet>;
export type Figure = z.output<typeof figure>;

/** How the numbers are counted, in the words of the page and the file. */
export const sheetDefinitions = [
  '예약은 미팅 날짜가 있는 달의 예약으로 셉니다. 전체와 카테고리에는 취소한 예약도 들어 있습니다.',
  '예약 확정은 아직 미팅 전이거나 결과를 입력하지 않은 예약입니다.',
  '고객은 회원과 전화로 예약한 고객이고, 같은 달에 여러 번 예약해도 한 명입니다. 취소한 예약은 세지 않습니다.',
  '신규 고객은 그 달 이전에 예약이 없던 고객, 재방문 고객은 그 달 이전에도 예약이 있던 고객입니다.',
  '탈퇴하거나 삭제한 고객의 예약은 예약에만 들어 있고, 신규와 재방문 고객에는 들어 있지 않습니다.',
];

/** The rows of a sheet, in groups. */
export const groupFigures = (sheet: MonthSheet) => [
  {
    title: '예약',
    figures: [{ id: 'total', name: '전체', ...sheet.total }, ...sheet.categories],
  },
  {
    title: '예약 결과',
    figures: reservationStates.map((id) => ({ id, name: reservationStateLabels[id], ...sheet.states[id] })),
  },
  {
    title: '고객',
    figures: [
      { id: 'new', name: '신규', ...sheet.newCustomers },
      { id: 'returning', name: '재방문', ...sheet.returningCustomers },
    ],
  },
];

export const monthSheetEndpoints = {
  monthSheet: get('/api/admin/month-sheet', {
    summary: '한 달의 예약과 고객 수. 전월, 전년 동월의 수와 함께 셉니다.',
    failed: '통계를 불러오지 못했습니다.',
    reads: ['reservations', 'settings'],
    query: monthParams,
    response: monthSheet,
  }),
  exportMonthSheet: get('/api/admin/month-sheet/export', {
    summary: '한 달의 예약과 고객 수를 CSV로 내려받기',
    failed: 'CSV 파일을 내려받지 못했습니다.',
    query: monthParams,
    produces: 'text/csv',
    response: z.string(),
  }),
} as const;
