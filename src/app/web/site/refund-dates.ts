import type { LegalBlock } from '#core/content/contract/legal/documents.ts';
import { addDays, formatMonthDay } from '#platform/contract/seoul-time.ts';

export type TextPair = readonly [name: string, value: string];

/** The date of the shoot in the example. Its year is not shown. */
export const EXAMPLE_DATE = '2026-12-24';

const DAYS_BEFORE = /^촬영(?:일| 예정일)? (\d{1,2})일 전(?=까지|부터)/;

/**
 * The rates of the table as dates before `EXAMPLE_DATE`: `12월 10일까지`. Empty unless each row begins with days before the shoot and has a
 * rate, because the studio words its rules freely.
 */
export const dateRates = (blocks: readonly LegalBlock[]): readonly TextPair[] => {
  const rows = blocks.flatMap(({ table }) => table?.rows ?? []);
  if (!rows.every(([time = '', rate = '']) => DAYS_BEFORE.test(time) && rate !== '')) return [];
  return rows.map(([time = '', ...rates]) => [
    time.replace(DAYS_BEFORE, (_, days) => formatMonthDay(addDays(EXAMPLE_DATE, -Number(days)))),
    rates.join(' · '),
  ]);
};
