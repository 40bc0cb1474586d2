import type { Page, TestInfo } from '@playwright/test';
import { addDays } from '#platform/contract/seoul-time.ts';
import { dayName, today } from './calendar-actions.ts';
import { adminCredentials, expect, loginAs } from './fixtures.ts';

/** One of twelve consecutive dates per project that no other test uses. `day` is 0–11. */
export const reservedFarDate = ({ project }: TestInfo, day: number): string =>
  addDays(today(), 320 + (project.name === 'desk' ? 20 : 0) + day);

/** Logs the page in as the admin and returns the access token for API calls. */
export const loginAsAdmin = (page: Page): Promise<string> => loginAs(page, adminCredentials());

/** Calls the API as the admin, outside the page. */
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
  readonly phoneNumber?: string;
  readonly date: string;
  readonly time: string;
}

/** Creates a phone reservation by the API and returns its id. */
export const insertPhoneReservation = async (
  page: Page,
  token: string,
  reservation: PhoneReservationInput,
): Promise<number> => {
  const { status, body } = await requestAs(page, token, '/api/admin/reservation', {
    shootType: 'PRODUCT',
    ...reservation,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { id: number }).id;
};

export const readBookedTimes = async (page: Page, date: string): Promise<unknown> =>
  (await page.request.get(`/api/reservation/booked-times?date=${date}`)).json();

/** The row of a slot in the day view. */
export const slotRow = (page: Page, slotLabel: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(slotLabel, { exact: true }) });

/** The button of a day in the month view. Its name has the date and the occupancy. */
export const monthDay = (page: Page, date: string) =>
  page.getByRole('gridcell').getByRole('button', { name: dayName(date) });

export const openSection = (page: Page, title: string): Promise<void> =>
  page.locator('summary').filter({ hasText: title }).click();

/** Presses a button of the confirmation dialog that contains this text. */
export const answerConfirmation = async (page: Page, says: string, button: string): Promise<void> => {
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(says);
  await question.getByRole('button', { name: button, exact: true }).click();
  await expect(question).toBeHidden();
};
