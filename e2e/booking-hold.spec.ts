import type { Browser, Page } from '@playwright/test';
import { seoulInstant } from '#platform/contract/seoul-time.ts';
import {
  bookByApi,
  chooseMeetingAsGuest,
  chooseSlot,
  confirmAlert,
  loginAsNewMember,
  fillDetails,
  openDetailsForm,
  reservedDate,
  slotRadio,
  openDatePage,
} from './booking-actions.ts';
import { chooseDay, dayButton } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, loginAs, registerMember, test } from './fixtures.ts';
import { logIn } from './member-actions.ts';

const clock = (page: Page) => page.getByText(/^남은 시간 (10:00|9:\d\d)$/);
const noon = '12:00 - 13:00';
const evening = '18:00 - 19:00';

/** Opens the times of this date as another member in another browser context. */
const lookAsAnother = async (browser: Browser, baseURL: string | undefined, date: string): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL, locale: 'ko-KR' })).newPage();
  await loginAs(page, await registerMember());
  await openDatePage(page, 'WEDDING');
  await chooseDay(page, date);
  return page;
};

/** Resolves when the server has released the hold. */
const released = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().includes('/api/reservation/hold') && response.request().method() === 'DELETE',
  );

test(
  'F-01 a slot is held while the form is filled: others see it as taken, and as free after its release',
  { tag: ['@full'] },
  async ({ page, browser, baseURL }, info) => {
    const date = reservedDate(info, 50);
    await loginAsNewMember(page);
    await openDetailsForm(page, date, noon);
    await expect(clock(page)).toBeVisible();

    const other = await lookAsAnother(browser, baseURL, date);
    await expect(slotRadio(other, `${noon} 다른 분이 예약하고 있습니다`)).toBeDisabled();
    await expect(dayButton(other, date)).toHaveAccessibleName(/예약 가능 4개$/);

    // Back in the calendar, the held slot is still selected. Choosing another slot releases it.
    await page.goBack();
    await expect(slotRadio(page, noon)).toBeChecked();
    await chooseSlot(page, evening);
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(clock(page)).toBeVisible();
    await other.reload();
    await expect(slotRadio(other, noon)).toBeEnabled();
    await expect(slotRadio(other, evening)).toBeDisabled();

    // Leaving the booking releases it too.
    const response = released(page);
    await page.getByRole('banner').getByRole('link').first().click();
    expect((await response).status()).toBe(204);
    await other.reload();
    await expect(dayButton(other, date)).toHaveAccessibleName(/예약 가능 5개/);
    await chooseSlot(other, evening);
    await other.getByRole('button', { name: '다음', exact: true }).click();
    await expect(clock(other)).toBeVisible();
    await other.context().close();
  },
);

test(
  'a hold counts down with announcements, expires without data loss and can be acquired again',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 52);
    await page.clock.install();
    await loginAsNewMember(page);
    await openDetailsForm(page, date, noon);
    await expect(clock(page)).toBeVisible();
    const notice = page.getByRole('status').filter({ hasText: '잡아 두었' });
    await expect(notice).toContainText('10분 안에 예약해 주세요.');
    await fillDetails(page);
    await page.clock.fastForward('05:01');
    await expect(notice).toContainText('5분 남았습니다.');
    await page.clock.fastForward('04:01');
    await expect(notice).toContainText('1분 남았습니다.');
    await page.clock.fastForward('01:00');
    await expect(notice).toContainText('시간을 잡아 두었던 기한이 지났습니다.');
    await expectNoAxeViolations(page);

    // Only the clock of the page was moved, so the hold is released on the server.
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const response = await page.request.delete(`/api/reservation/hold?date=${date}&time=12-13`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status()).toBe(204);
    await page.getByRole('button', { name: '다시 잡기' }).click();
    await expect(clock(page)).toBeVisible();
    await expect(page.getByLabel('촬영 장소')).toHaveValue('서울숲 가족마당');
    await page.getByRole('button', { name: '예약하기' }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
  },
);

test(
  'a slot booked by someone else during the login leads back to the calendar',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 54);
    const member = await registerMember();
    // The visitor's hold is refused, so the slot stays free.
    await page.route('**/api/reservation/guest-hold', (route) =>
      route.fulfill({ status: 409, json: { code: 'HOLD_REFUSED' } }),
    );
    await chooseMeetingAsGuest(page, date, noon);
    await bookByApi(page, await registerMember(), { date, time: '12-13' });
    await logIn(page, member);
    await confirmAlert(page, '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.');
    await expect(page).toHaveURL(/\/reserve\/date/);
    await expect(slotRadio(page, noon)).toBeDisabled();
  },
);

test(
  'a slot booked by someone else a moment ago is reported at once, and a full day is marked in the calendar',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 56);
    for (const times of [
      ['09-10', '15-16'],
      ['18-19', '21-22'],
    ]) {
      const booker = await registerMember();
      for (const time of times) await bookByApi(page, booker, { date, time });
    }
    await loginAsNewMember(page);
    await openDatePage(page);
    await chooseDay(page, date);
    await expect(dayButton(page, date)).toHaveAccessibleName(/예약 가능 1개$/);
    await chooseSlot(page, noon);
    await bookByApi(page, await registerMember(), { date, time: '12-13' });
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await confirmAlert(page, '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.');
    await expect(page.getByRole('radiogroup')).toBeFocused();
    await expect(dayButton(page, date)).toHaveText(/마감$/);
    await expect(dayButton(page, date)).toHaveAccessibleName(/^\d+, 마감, .* 예약 가능 0개$/);
    await expect(page.getByText('이날은 예약 가능한 시간이 없습니다.')).toBeVisible();
    await expectNoAxeViolations(page);
  },
);

test(
  'the limit of reservations per date is shown before submitting and enforced by the server',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 58);
    const member = await loginAsNewMember(page);
    for (const time of ['09-10', '15-16']) await bookByApi(page, member, { date, time });
    await openDetailsForm(page, date, noon);
    await expect(page.getByText('같은 날짜에는 2건까지 예약할 수 있습니다.')).toBeVisible();
    await fillDetails(page);
    await page.getByRole('button', { name: '예약하기' }).click();
    await confirmAlert(page, '같은 날짜에는 2건까지 예약할 수 있습니다.');
    await expect(page).toHaveURL(/\/reserve\/date/);
  },
);

test(
  'holidays are listed below the month and named in the label of the day',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.clock.setFixedTime(seoulInstant('2027-09-20', 12));
    await page.route('**/api/reservation/availability?month=2027-09', (route) =>
      route.fulfill({ json: [{ date: '2027-09-27', holiday: '추석', isClosed: true, slots: [] }] }),
    );
    await openDatePage(page);
    await expect(page.getByRole('list', { name: '공휴일' })).toHaveText('9월 27일추석');
    await expect(dayButton(page, '2027-09-27')).toHaveAccessibleName(/2027년 9월, 추석/);
  },
);
