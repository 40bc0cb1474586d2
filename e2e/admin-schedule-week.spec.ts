import type { Locator, Page } from '@playwright/test';
import { addDays, formatDateWithoutYear, isoWeekday } from '#platform/contract/seoul-time.ts';
import { addMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { insertPhoneReservation, readBookedTimes } from './admin-actions.ts';
import { today } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { expectNoLayoutDefects, setTextSize } from './layout-assertions.ts';
import { logInAsOwner, startOwnServer } from './own-server.ts';

// Other tests use all days of the shared server. A finger scrolls the page, so only a mouse drags at once.
const server = startOwnServer({ SAMPLE_CONTENT: 'false' });
test.use({ baseURL: async ({ browserName: _ }, provide) => provide(server.url) });

const firstOfMonth = `${addMonths(monthOf(today()), 2)}-01`;
/** The Monday of the week in which a month begins, and of the week after it. */
const monday = addDays(firstOfMonth, 1 - isoWeekday(firstOfMonth));
const nextMonday = addDays(monday, 7);

const slotButton = (page: Page, date: string, time: string, action = '차단') =>
  page.getByRole('button', { name: `${formatDateWithoutYear(date)} ${time} ${action}`, exact: true });

const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { steps: 8 });
  await expect(page.locator('[data-marked]').first()).toBeVisible();
  await page.mouse.up();
};

test(
  'the schedule shows a week, in which a booking is dragged to another time, and the undo moves it back',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    const token = await logInAsOwner(page, server);
    const [date, other] = [addDays(nextMonday, 1), addDays(nextMonday, 3)];
    await insertPhoneReservation(page, token, { guestName: '끌어온', date, time: '15-16' });
    await page.goto(`/admin/schedule?date=${date}`);
    await expect(page.getByRole('link', { name: '주', exact: true })).toHaveAttribute('aria-current', 'page');
    await expectNoAxeViolations(page);
    await expectNoLayoutDefects(page, 'the week');
    await setTextSize(page, 200);
    await expectNoLayoutDefects(page, 'the week with text at 200 %');
    await setTextSize(page, 100);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoLayoutDefects(page, 'the week on a phone');
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 1280, height: 800 });

    const booking = page.getByRole('link', { name: /끌어온/ });
    await drag(page, booking, slotButton(page, other, '09:00 - 10:00'));
    await expect(page.getByText(/^일정을 변경했습니다\. /)).toBeVisible();
    expect(await readBookedTimes(page, date)).toEqual([]);
    expect(await readBookedTimes(page, other)).toEqual(['09-10']);
    await page.getByRole('button', { name: '실행 취소' }).click();
    await expect(page.getByText(/일정으로 되돌렸습니다\./)).toBeVisible();
    expect(await readBookedTimes(page, date)).toEqual(['15-16']);
    expect(await readBookedTimes(page, other)).toEqual([]);

    await booking.click();
    await expect(page.getByRole('heading', { level: 1, name: /끌어온/ })).toBeVisible();
  },
);

test(
  'a drag over two days of two months blocks their free times, a press blocks or frees one, and the undo frees them',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    const token = await logInAsOwner(page, server);
    // The last day of a month and the first of the next, unless a month begins with a week.
    const first = isoWeekday(firstOfMonth) === 1 ? monday : addDays(firstOfMonth, -1);
    const second = addDays(first, 1);
    await insertPhoneReservation(page, token, { guestName: '남은', date: second, time: '12-13' });
    await page.goto(`/admin/schedule?date=${first}`);

    const [start, end] = [
      slotButton(page, first, '09:00 - 10:00'),
      slotButton(page, second, '15:00 - 16:00'),
    ];
    await drag(page, start, end);
    await expect(page.getByText(/^미팅 시간 5개를 차단했습니다\./)).toBeVisible();
    expect(await readBookedTimes(page, first)).toEqual(['09-10', '12-13', '15-16']);
    expect(await readBookedTimes(page, second)).toEqual(['09-10', '12-13', '15-16']);
    await page.getByRole('button', { name: '실행 취소' }).click();
    await expect(page.getByText('차단을 취소했습니다.')).toBeVisible();
    expect(await readBookedTimes(page, first)).toEqual([]);
    expect(await readBookedTimes(page, second)).toEqual(['12-13']);

    await slotButton(page, first, '21:00 - 22:00').click();
    await expect(page.getByText('미팅 시간 1개를 차단했습니다.')).toBeVisible();
    expect(await readBookedTimes(page, first)).toEqual(['21-22']);
    await slotButton(page, first, '21:00 - 22:00', '차단 해제').click();
    await expect(page.getByText('미팅 시간 1개의 차단을 해제했습니다.')).toBeVisible();
    expect(await readBookedTimes(page, first)).toEqual([]);
  },
);

test('the keys D, W and M change the view of the schedule', { tag: ['@full', '@once'] }, async ({ page }) => {
  await logInAsOwner(page, server);
  await page.goto(`/admin/schedule?date=${nextMonday}`);
  const views = page.getByRole('navigation', { name: '일정 보기' });
  await expect(views).toBeVisible();
  for (const [key, label] of [
    ['d', '일'],
    ['m', '월'],
    ['w', '주'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(views.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
});
