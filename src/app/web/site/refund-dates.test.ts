import { expect, it } from 'vitest';
import { dateRates } from './refund-dates.ts';

const tableOf = (...rows: string[][]) => [
  { text: '촬영일 5일 전까지 알려 주세요.' },
  { table: { head: ['취소 시점', '환불'], rows } },
];

it('the days before the shoot are shown as dates', () => {
  const rates = [
    ['촬영일 14일 전까지', '전액 환불'],
    ['촬영 예정일 7일 전까지', '50% 환불', '위약금 50%'],
    ['촬영 6일 전부터 촬영 당일까지', '환불하지 않음'],
  ];
  expect(dateRates(tableOf(...rates))).toEqual([
    ['12월 10일까지', '전액 환불'],
    ['12월 17일까지', '50% 환불 · 위약금 50%'],
    ['12월 18일부터 촬영 당일까지', '환불하지 않음'],
  ]);
});

it.each([
  '촬영 전날까지',
  '촬영일 10~7일 전까지',
  '촬영일 7일 전',
  '예약 후 7일 전까지',
  '촬영일 100일 전까지',
  '촬영일 2주 전까지',
])('there is no example when a row says %s', (time) => {
  expect(dateRates(tableOf(['촬영일 14일 전까지', '전액 환불'], [time, '50% 환불']))).toEqual([]);
});

it('there is no example for rules without a table, and for a table without rates', () => {
  expect(dateRates([{ list: ['촬영일 14일 전까지 전액 환불'] }])).toEqual([]);
  expect(dateRates(tableOf(['촬영일 14일 전까지 전액 환불합니다.']))).toEqual([]);
});
