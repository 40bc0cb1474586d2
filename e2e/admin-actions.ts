import type { Page, TestInfo } from '@playwright/test';
import { addDays, formatDate } from '#contract/seoul-time.ts';
import { today } from './calendar-actions.ts';
import { adminCredentials, expect, loginAs } from './fixtures.ts';

/** Days in a row that no other test touches: twelve for each screen, far ahead. `day` is 0–11. */
export const reservedFarDate = ({ project }: TestInfo, day: number): string =>
  addDays(today(), 320 + (project.name === 'desk' ? 20 : 0) + day);

/** Signs the page's browser in as the studio; answers the token for calls beside it. */
export const loginAsAdmin = (page: Page): Promise<string> => loginAs(page, adminCredentials());

/** Asks the API as the studio would from another device. */
export const requestAs = async (
  page: Page,
  token: string,
  path: string,
  data?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await page.request.fetch(path, {
    method: data === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  const text = await response.text();
  return { status: response.status(), body: text === '' ? null : (JSON.parse(text) as unknown) };
};

interface PhoneReservationInput {
  readonly guestName: string;
  readonly date: string;
  readonly time: string;
}

/** Writes a booking down by the API; answers its id. */
export const insertPhoneReservation = async (
  page: Page,
  token: string,
  guest: PhoneReservationInput,
): Promise<number> => {
  const { status, body } = await requestAs(page, token, '/api/admin/reservation', {
    shootType: 'PRODUCT',
    ...guest,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { id: number }).id;
};

export const readBookedTimes = async (page: Page, date: string): Promise<unknown> =>
  (await page.request.get(`/api/reservation/booked-times?date=${date}`)).json();

/** One of the five rows of the day. */
export const slotRow = (page: Page, slotLabel: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(slotLabel, { exact: true }) });

/** A day of the month, as it is named: its number, the date, and what it holds. */
export const monthDay = (page: Page, date: string) =>
  page.getByRole('gridcell').getByRole('button', { name: `, ${formatDate(date)}` });

export const openSection = (page: Page, title: string): Promise<void> =>
  page.locator('summary').filter({ hasText: title }).click();

/** Answers the question that the page asks. */
export const answerConfirmation = async (page: Page, says: string, button: string): Promise<void> => {
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(says);
  await question.getByRole('button', { name: button, exact: true }).click();
  await expect(question).toBeHidden();
};
