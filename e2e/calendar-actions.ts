import type { Page } from '@playwright/test';
import { formatDateWithoutWeekday, seoulDate } from '#platform/contract/seoul-time.ts';

export const today = (): string => seoulDate(new Date());

/** Matches the accessible name of a day, which begins with the visible number: `24, 화요일, 2026년 11월`. */
export const dayName = (date: string): RegExp => {
  const [year, month] = formatDateWithoutWeekday(date).split(' ');
  return new RegExp(`^${Number(date.slice(8))}, .*${year} ${month}`);
};

/** The button of a day in the calendar. */
export const dayButton = (page: Page, date: string) => page.getByRole('button', { name: dayName(date) });

const monthsBetween = (from: string, to: string): number => {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
};

/** Moves the calendar from the month of `shown` to the month of `date`. */
export const showMonthOf = async (page: Page, date: string, shown = today()): Promise<void> => {
  for (let turns = monthsBetween(shown, date); turns > 0; turns -= 1) {
    await page.getByRole('button', { name: '다음 달' }).click();
  }
};

/** Moves the calendar from the month of `shown` to the month of `date` and chooses `date`. */
export const chooseDay = async (page: Page, date: string, shown = today()): Promise<void> => {
  await showMonthOf(page, date, shown);
  await dayButton(page, date).click();
};
