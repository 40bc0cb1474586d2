import { chooseMeetingAsGuest, confirmAlert, loginAsNewMember, reservedDate } from './booking-actions.ts';
import { expect, test } from './fixtures.ts';

test(
  'a booking step without the input of the previous steps redirects to the first step',
  { tag: ['@2-date-needs-category', '@2-form-needs-date', '@2-complete-needs-result', '@full'] },
  async ({ page }) => {
    for (const path of [
      '/reserve/date',
      '/reserve/date?category=PORTRAIT',
      '/reserve/form',
      '/reserve/complete',
    ]) {
      await page.goto(path);
      await expect(page, path).toHaveURL(/\/reserve\/type$/);
      await expect(page.getByRole('list', { name: '카테고리', exact: true }).getByRole('link')).toHaveCount(
        4,
      );
    }
    // With a category but without a date.
    await page.goto('/reserve/date?category=FOOD');
    await expect(page.getByRole('region', { name: '예약 내용' })).toContainText('음식');
    await page.goto('/reserve/form');
    await expect(page).toHaveURL(/\/reserve\/type$/);
  },
);

test(
  'the date step accepts a category in any letter case',
  { tag: ['@full', '@2-reserve-date'] },
  async ({ page }) => {
    await page.goto('/reserve/date?category=wedding');
    await expect(page.getByRole('region', { name: '예약 내용' })).toContainText('웨딩');
    await expect(page).toHaveURL(/category=wedding$/);
  },
);

test(
  'the booking form asks a guest to log in and redirects to the login',
  { tag: ['@full', '@2-form-needs-login'] },
  async ({ page }, info) => {
    await chooseMeetingAsGuest(page, reservedDate(info, 8), '09:00 - 10:00');
  },
);

test(
  'the reservation history requires a login, for a guest and after a 401',
  { tag: ['@full', '@8-history-login'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 401/);
    const message = '로그인이 필요합니다. 로그인 후 이용해주세요.';
    await page.goto('/reservation-history');
    await confirmAlert(page, message);
    await expect(page).toHaveURL(/\/login$/);

    await loginAsNewMember(page);
    await page.route('**/api/reservation/my*', (route) => route.fulfill({ status: 401, json: {} }));
    await page.goto('/reservation-history');
    await expect(page.getByRole('alert')).toContainText(message);
  },
);

test('the admin reservation page redirects a guest to the login', { tag: ['@full'] }, async ({ page }) => {
  await page.goto('/admin/reservations');
  await expect(page).toHaveURL(/\/login$/);
});

test('the admin reservation page denies access to a member', { tag: ['@full'] }, async ({ page }) => {
  await loginAsNewMember(page);
  await page.goto('/admin/reservations');
  await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/reservations$/);
});
