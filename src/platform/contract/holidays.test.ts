import { describe, expect, it } from 'vitest';
import { findHoliday } from './holidays.ts';
import { addDays } from './seoul-time.ts';

const YEARS = [2026, 2027, 2028];
const datesOf = (year: number): string[] =>
  Array.from({ length: 366 }, (_, day) => addDays(`${year}-01-01`, day)).filter((date) =>
    date.startsWith(String(year)),
  );
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const [SUNDAY, SATURDAY] = [0, 6];

// The Korean lunar calendar of Unicode CLDR, as an independent source.
const lunar = new Intl.DateTimeFormat('en-u-ca-dangi', { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
const findLunar = (year: number, day: string): string =>
  datesOf(year).find((date) => lunar.format(new Date(`${date}T00:00:00Z`)) === day) ?? '';
const around = (date: string): string[] => [addDays(date, -1), date, addDays(date, 1)];

const lunarHolidays = (year: number): string[] => [
  ...around(findLunar(year, '1/1')),
  ...around(findLunar(year, '8/15')),
];
/** Holidays with a substitute when they fall on a Saturday or a Sunday. */
const substitutable = (year: number): string[] => [
  ...['03-01', '05-01', '05-05', '07-17', '08-15', '10-03', '10-09', '12-25'].map((day) => `${year}-${day}`),
  findLunar(year, '4/8'),
];
const withoutSubstitute = (year: number): string[] => [`${year}-01-01`, `${year}-06-06`];
const elections = ['2026-06-03', '2028-04-12'];

/** 관공서의 공휴일에 관한 규정 제3조: a substitute is the next day that is neither a holiday nor on a weekend. */
const substitutesOf = (year: number): string[] => {
  const all = [...lunarHolidays(year), ...substitutable(year), ...withoutSubstitute(year), ...elections];
  const isDouble = (date: string): boolean => all.filter((other) => other === date).length > 1;
  const occupied = new Set(all);
  const nextFree = (date: string): string => {
    let next = addDays(date, 1);
    while (occupied.has(next) || [SUNDAY, SATURDAY].includes(weekdayOf(next))) next = addDays(next, 1);
    occupied.add(next);
    return next;
  };
  return [
    ...new Set([
      ...substitutable(year).filter((date) => [SUNDAY, SATURDAY].includes(weekdayOf(date))),
      ...lunarHolidays(year).filter((date) => weekdayOf(date) === SUNDAY || isDouble(date)),
    ]),
  ].map(nextFree);
};

describe.each(YEARS)('public holidays of %i', (year) => {
  it('findHoliday knows exactly the holidays of the law and their substitutes', () => {
    const expected = [
      ...lunarHolidays(year),
      ...substitutable(year),
      ...withoutSubstitute(year),
      ...elections.filter((date) => date.startsWith(String(year))),
      ...substitutesOf(year),
    ];
    const known = datesOf(year).filter((date) => findHoliday(date) !== null);
    expect(known).toEqual([...new Set(expected)].toSorted());
  });

  it('findHoliday names substitute holidays 대체공휴일', () => {
    const named = datesOf(year).filter((date) => findHoliday(date) === '대체공휴일');
    expect(named).toEqual(substitutesOf(year).toSorted());
  });
});

describe('findHoliday', () => {
  it.each([
    ['2027-02-07', '설날'],
    ['2028-10-03', '추석·개천절'],
    ['2026-11-24', null],
    ['2035-01-01', null],
  ])('findHoliday returns the holiday name of %s: %s', (date, name) => expect(findHoliday(date)).toBe(name));
});
