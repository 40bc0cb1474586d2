import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import {
  bookByApi,
  chooseSlot,
  confirmAlert,
  loginAsNewMember,
  fillDetails,
  joinSheet,
  openDetailsForm,
  reservedDate,
  slotRadio,
  openDatePage,
} from './booking-actions.ts';
import { chooseDay, dayButton, today } from './calendar-actions.ts';
import { expect, registerMember, test } from './fixtures.ts';

test(
  'the booking calendar starts weeks on Monday and disables past days and started slots in Seoul time',
  { tag: ['@both', '@5-monday', '@5-past-days', '@5-begun-slots', '@9-slots', '@9-slot-labels'] },
  async ({ page }) => {
    // In the middle of the month, so that the month has past days, and not on a Monday, so that its week has one.
    const middle = `${today().slice(0, 7)}-15`;
    const day = new Date(middle).getUTCDay() === 1 ? addDays(middle, 1) : middle;
    // Only the clock of the page is set, the server's is not.
    const requested: (string | null)[] = [];
    await page.route('**/api/reservation/availability*', async (route) => {
      requested.push(new URL(route.request().url()).searchParams.get('month'));
      const slots = defaultSlots.map((time) => ({ time, state: 'FREE' }));
      await route.fulfill({ json: [{ date: day, holiday: null, isClosed: false, slots }] });
    });
    await page.clock.setFixedTime(seoulInstant(day, 12));
    await openDatePage(page);
    await expect(page.locator('thead th').first()).toHaveText('월');
    await expect(dayButton(page, addDays(day, -1))).toBeDisabled();
    await dayButton(page, day).click();
    await expect(page.getByRole('radio')).toHaveCount(5);
    for (const label of ['18:00 - 19:00', '21:00 - 22:00'])
      await expect(slotRadio(page, label)).toBeEnabled();
    await expect(slotRadio(page, '09:00 - 10:00')).toBeDisabled();
    await expect(slotRadio(page, '12:00 - 13:00')).toBeDisabled();
    await expect(page.getByText('지난 시간')).toHaveCount(2);
    await expect(slotRadio(page, '15:00 - 16:00')).toBeEnabled();
    await expect(page.locator('td button:enabled').first()).toHaveAccessibleName(/, 오늘/);
    await expect(page.getByRole('button', { name: '이전 달' })).toHaveAttribute('aria-disabled', 'true');
    // One request for this month and one that prefetches the next, whatever is chosen.
    await page.locator('td button:enabled').last().click();
    const month = today().slice(0, 7);
    await expect.poll(() => requested).toEqual([month, addDays(`${month}-28`, 4).slice(0, 7)]);
  },
);

test('a date more than a year ahead cannot be booked', { tag: ['@full'] }, async ({ page }) => {
  await openDatePage(page);
  await chooseDay(page, addDays(today(), 365));
  await expect(page.locator('td button:enabled').last()).toHaveAccessibleName(/선택됨/);
  await expect(page.getByRole('button', { name: '다음 달' })).toHaveAttribute('aria-disabled', 'true');
});

test(
  'the date step requires a date and a time before it continues',
  { tag: ['@full', '@5-time-required'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 10);
    await openDatePage(page);
    const next = page.getByRole('button', { name: '다음', exact: true });
    await next.click();
    await expect(page.getByRole('alert')).toHaveText('날짜를 선택해 주세요.');
    await chooseDay(page, date);
    await expect(slotRadio(page, '09:00 - 10:00')).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await next.click();
    await expect(page.getByText('회의 시간을 선택해 주세요.')).toBeVisible();
    await expect(slotRadio(page, '09:00 - 10:00')).toBeFocused();
    await dayButton(page, addDays(date, date.endsWith('-01') ? 1 : -1)).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test(
  'on a day without a free slot, 다음 shows an error and focuses the calendar',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 18);
    const full = defaultSlots.map((time) => ({ time, state: 'TAKEN' }));
    await page.route('**/api/reservation/availability*', (route) =>
      route.fulfill({ json: [{ date, holiday: null, isClosed: false, slots: full }] }),
    );
    await openDatePage(page);
    await chooseDay(page, date);
    const message = page.getByText('이날은 예약 가능한 시간이 없습니다. 다른 날짜를 선택해 주세요.');
    await expect(message).toHaveCount(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText((await message.textContent()) ?? '');
    await expect(message).toHaveCount(1);
    await expect(dayButton(page, date)).toBeFocused();
  },
);

test('the sticky button bar covers no content on a short screen', { tag: ['@full'] }, async ({ page }) => {
  // 1280 × 1024 at 400 % zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  await openDatePage(page);
  const next = page.getByRole('button', { name: '다음', exact: true });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(next).not.toBeInViewport();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(next).toBeInViewport();
});

test('a booked slot cannot be chosen', { tag: ['@full', '@5-booked-slots'] }, async ({ page }, info) => {
  const date = reservedDate(info, 12);
  await bookByApi(page, await registerMember(), { date, time: '18-19' });
  await openDatePage(page);
  await chooseDay(page, date);
  await expect(slotRadio(page, '18:00 - 19:00')).toBeDisabled();
  await expect(page.getByText('예약 마감')).toHaveCount(1);
  await expect(slotRadio(page, '15:00 - 16:00')).toBeEnabled();
});

test(
  'booking works when the hold request fails; a slot that is lost to someone else or to new hours is reported and the typed text is kept',
  { tag: ['@full', '@8-server-message'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 40[09]|ERR_FAILED/);
    await page.route('**/api/reservation/hold', (route) => route.abort());
    const date = reservedDate(info, 14);
    await loginAsNewMember(page);
    await openDetailsForm(page, date, '12:00 - 13:00');
    await expect(page.getByText('시간을 잡아 두지 못했습니다.')).toBeVisible();
    await fillDetails(page);
    await bookByApi(page, await registerMember(), { date, time: '12-13' });
    await page.getByRole('button', { name: '예약하기' }).click();
    await confirmAlert(page, '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.');
    await expect(page).toHaveURL(/\/reserve\/date/);
    await expect(page.getByRole('radiogroup')).toBeFocused();
    await expect(page.getByRole('radiogroup')).toBeInViewport({ ratio: 1 });
    await expect(slotRadio(page, '12:00 - 13:00')).toBeDisabled();
    const message = '지금은 예약을 받지 않는 시간입니다. 다른 시간을 선택해 주세요.';
    const notOffered = { status: 400, json: { code: 'SLOT_NOT_OFFERED', message } };
    await page.route('**/api/reservation', (route) => route.fulfill(notOffered), { times: 1 });
    const bookAt = async (slot: string): Promise<void> => {
      await chooseSlot(page, slot);
      await page.getByRole('button', { name: '다음', exact: true }).click();
      await expect(page.getByLabel('촬영 장소')).toHaveValue('서울숲 가족마당');
      await page.getByRole('button', { name: '예약하기' }).click();
    };
    await bookAt('18:00 - 19:00');
    await confirmAlert(page, message);
    await expect(page).toHaveURL(/\/reserve\/date/);
    await bookAt('21:00 - 22:00');
    await expect(page).toHaveURL(/\/reserve\/complete$/);
    await expect(page.getByText('21:00 - 22:00')).toBeVisible();
  },
);

test(
  'every slot can be chosen when availability cannot be loaded',
  { tag: ['@full', '@8-times-logged'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 400/);
    const logged: string[] = [];
    page.on('console', (entry) => entry.type() === 'warning' && logged.push(entry.text()));
    await page.route('**/api/reservation/availability*', (route) => route.fulfill({ status: 400, json: {} }));
    await openDatePage(page);
    await chooseDay(page, reservedDate(info, 16));
    await expect.poll(() => logged.join()).toContain('availability');
    await expect(page.getByRole('alert').or(page.getByRole('alertdialog'))).toHaveCount(0);
    await chooseSlot(page, '09:00 - 10:00');
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(joinSheet(page)).toBeVisible();
  },
);
