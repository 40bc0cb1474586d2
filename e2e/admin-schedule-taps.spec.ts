import { addMonths, monthOf } from '#platform/web/ui/calendar/calendar-month.ts';
import { insertPhoneReservation, monthDay, readBookedTimes } from './admin-actions.ts';
import { dayName, today } from './calendar-actions.ts';
import { countingInput } from './counting-input.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { logInAsOwner, startOwnServer } from './own-server.ts';

// Other tests use all days of the shared server, and the days here are in one month.
const server = startOwnServer({ SAMPLE_CONTENT: 'false' });
test.use({ baseURL: async ({ browserName: _ }, provide) => provide(server.url) });

const ALL = ['09-10', '12-13', '15-16', '18-19', '21-22'];
const dayOfNextMonth = (day: number): string =>
  `${addMonths(monthOf(today()), 1)}-${String(day).padStart(2, '0')}`;

test(
  'three days are blocked with five taps, and the undo frees exactly what was blocked',
  { tag: ['@full'] },
  async ({ page }) => {
    const [first, second, last] = [dayOfNextMonth(5), dayOfNextMonth(6), dayOfNextMonth(8)];
    await logInAsOwner(page, server);
    await page.goto(`/admin/schedule?view=month&date=${first}`);
    await page.getByRole('button', { name: '09:00 - 10:00 차단', exact: true }).click();
    await expect(monthDay(page, first)).toHaveAccessibleName(/차단됨 1, 예약 가능 4$/);

    const { counts, tap } = countingInput(page);
    await tap(page.getByRole('button', { name: '차단', exact: true }));
    const dialog = page.getByRole('dialog', { name: '차단' });
    for (const day of [first, second, last]) await tap(dialog.getByRole('button', { name: dayName(day) }));
    await expectNoAxeViolations(page);
    await expectNoLayoutDefects(page, 'the dialog that blocks');
    await tap(dialog.getByRole('button', { name: '3일 차단' }));
    await expect(page.getByText('미팅 시간 14개를 차단했습니다.')).toBeVisible();
    expect(counts.taps).toBeLessThanOrEqual(5);
    for (const day of [first, second, last]) expect(await readBookedTimes(page, day)).toEqual(ALL);
    expect(await readBookedTimes(page, dayOfNextMonth(7))).toEqual([]);

    await page.getByRole('button', { name: '실행 취소' }).click();
    await expect(page.getByText('차단을 취소했습니다.')).toBeVisible();
    expect(await readBookedTimes(page, first)).toEqual(['09-10']);
    for (const day of [second, last]) expect(await readBookedTimes(page, day)).toEqual([]);
  },
);

test(
  'a weekly block of two days is added with the days between, and the undo deletes its closures',
  { tag: ['@full'] },
  async ({ page }) => {
    const [first, last, nextWeek] = [dayOfNextMonth(12), dayOfNextMonth(14), dayOfNextMonth(20)];
    await logInAsOwner(page, server);
    await page.goto(`/admin/schedule?view=month&date=${first}`);
    await page.getByRole('button', { name: '차단', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '차단' });
    for (const day of [first, last]) await dialog.getByRole('button', { name: dayName(day) }).click();
    await dialog.getByRole('button', { name: '사이 날짜 모두 선택' }).click();
    await dialog.getByLabel('매주').check();
    await dialog.getByLabel('사유').fill('겨울 휴무');
    await dialog.getByRole('button', { name: '3일 차단' }).click();
    await expect(page.getByText(/정기 휴무를 추가했습니다. 미팅 시간 \d+개를 차단했습니다.$/)).toBeVisible();
    const closures = page.getByRole('region', { name: '정기 휴무' }).getByRole('listitem');
    await expect(closures.filter({ hasText: '겨울 휴무' })).toHaveCount(3);
    expect(await readBookedTimes(page, nextWeek)).toEqual(ALL);
    await page.getByRole('button', { name: '실행 취소' }).click();
    await expect(page.getByText('차단을 취소했습니다.')).toBeVisible();
    await expect(closures).toHaveCount(0);
    expect(await readBookedTimes(page, nextWeek)).toEqual([]);
  },
);

test(
  'a booking is moved by a day with five taps from the month, and the undo moves it back',
  { tag: ['@full'] },
  async ({ page }) => {
    const [date, next] = [dayOfNextMonth(22), dayOfNextMonth(23)];
    const token = await logInAsOwner(page, server);
    await insertPhoneReservation(page, token, { guestName: '하루뒤', date, time: '15-16' });
    await page.goto(`/admin/schedule?view=month&date=${dayOfNextMonth(2)}`);

    const { counts, tap } = countingInput(page);
    await tap(monthDay(page, date));
    await tap(page.getByRole('link', { name: /하루뒤/ }));
    await tap(page.getByRole('button', { name: '일정 변경' }));
    const dialog = page.getByRole('dialog', { name: '일정 변경' });
    await tap(dialog.getByRole('button', { name: '다음 날 같은 시간' }));
    await expect(dialog.getByText('변경 후')).toBeAttached();
    await expectNoAxeViolations(page);
    await tap(dialog.getByRole('button', { name: '이 시간으로 변경' }));
    await expect(page.getByText(/^일정을 변경했습니다\./)).toBeVisible();
    expect(counts.taps).toBeLessThanOrEqual(5);
    expect(await readBookedTimes(page, date)).toEqual([]);
    expect(await readBookedTimes(page, next)).toEqual(['15-16']);

    await page.getByRole('button', { name: '실행 취소' }).click();
    await expect(page.getByText(/일정으로 되돌렸습니다\./)).toBeVisible();
    expect(await readBookedTimes(page, date)).toEqual(['15-16']);
    expect(await readBookedTimes(page, next)).toEqual([]);

    // The next day is taken.
    await insertPhoneReservation(page, token, { guestName: '먼저온', date: next, time: '15-16' });
    await page.reload();
    await page.getByRole('button', { name: '일정 변경' }).click();
    await expect(dialog.getByRole('button', { name: '다음 날 같은 시간' })).toBeDisabled();
  },
);
