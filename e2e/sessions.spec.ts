import type { BrowserContext, Page } from '@playwright/test';
import {
  confirmAlert,
  loginAsNewMember,
  fillDetails,
  openDetailsForm,
  reservedDate,
  openDatePage,
} from './booking-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test, waitForHydration } from './fixtures.ts';
import {
  endSessionOnServer,
  expireAccessToken,
  expireSession,
  field,
  logIn,
  logOut,
  mainButton,
  storedKeys,
} from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const EXPIRED = '세션이 만료되었습니다. 다시 로그인해주세요.';

/** All session storage keys except those of React Router. */
const typedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => !key.startsWith('react-router')));

/** Records and slows down the token refreshes of this context from now on. */
const countRefreshes = async (context: BrowserContext): Promise<string[]> => {
  const refreshes: string[] = [];
  await context.route('**/api/auth/reissue', async (route) => {
    refreshes.push(route.request().url());
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  return refreshes;
};

test(
  'two tabs with an expired access token refresh it once',
  { tag: ['@4-session-refreshed', '@7-reissue', '@full'] },
  async ({ page, context, expectPageError }) => {
    expectPageError(/status of 401/);
    const member = await loginAsNewMember(page);
    await page.goto('/price');
    await expireAccessToken(page);
    const stored = (key: string): Promise<string | null> =>
      page.evaluate((name) => localStorage.getItem(name), key);
    const refreshToken = await stored('refreshToken');
    const refreshes = await countRefreshes(context);
    const callOf = recordApiCalls(page);
    const other = await context.newPage();
    await Promise.all([page.goto('/my-info'), other.goto('/my-info')]);
    for (const tab of [page, other]) {
      await expect(tab.getByText(member.loginId, { exact: true })).toBeVisible();
      await expect(tab.getByText('이 기기')).toBeVisible();
    }
    expect(refreshes).toHaveLength(1);
    const { body, responseBody } = await callOf('POST /api/auth/reissue');
    expect(body).toEqual({ refreshToken });
    expect(responseBody).toEqual({
      accessToken: await stored('accessToken'),
      refreshToken: await stored('refreshToken'),
    });
    expect(await stored('refreshToken')).not.toBe(refreshToken);
  },
);

test(
  'S-012 an ended session is cleared in both tabs',
  { tag: ['@full', '@4-session-expired', '@8-session-expired'] },
  async ({ page, context, expectPageError }) => {
    expectPageError(/status of 401/);
    const member = await loginAsNewMember(page);
    await page.goto('/my-info');
    await expect(page.getByText(member.loginId, { exact: true })).toBeVisible();
    const other = await context.newPage();
    await other.goto('/my-info');
    await expect(other.getByText(member.loginId, { exact: true })).toBeVisible();

    await endSessionOnServer(page);
    await page.goto('/reservation-history');
    await expect(page.getByRole('alertdialog')).toHaveText(new RegExp(EXPIRED));
    expect(await storedKeys(page)).toEqual([]);
    await expect(other.getByText('로그인이 필요합니다.')).toBeVisible();
    await expect(other.locator('html')).toHaveAttribute('data-auth', 'guest');

    await confirmAlert(page, EXPIRED);
    await expect(page).toHaveURL('/login');
    const late = await context.newPage();
    await late.goto('/login');
    await expect(field(late, '아이디')).toBeVisible();
    await logIn(page, member);
    await expect(page).toHaveURL('/reservation-history');
    // The other tab still shows its page.
    await expect(other.getByText(member.loginId, { exact: true })).toBeVisible();

    // Another member logs in without a logout: the other tab shows that member.
    const next = await registerMember();
    await logIn(late, next);
    await expect(late).toHaveURL('/');
    await expect(other.getByText(next.loginId, { exact: true })).toBeVisible();
    await expect(other.getByText(member.loginId, { exact: true })).toBeHidden();
  },
);

test(
  'several requests with an ended session show one alert',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 401/);
    await loginAsNewMember(page);
    await page.goto('/price');
    await endSessionOnServer(page);
    await page.goto('/my-info');
    await confirmAlert(page, EXPIRED);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  },
);

test(
  'a booking form typed before the session ended is restored after the login',
  { tag: ['@full', '@8-session-expired'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 401/);
    const member = await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 42), '18:00 - 19:00');
    await fillDetails(page);
    await endSessionOnServer(page);
    await mainButton(page, '예약하기').click();
    await confirmAlert(page, EXPIRED);
    await expect(page).toHaveURL('/login');
    await logIn(page, member);

    await expect(page).toHaveURL('/reserve/form');
    await expect(page.getByLabel('희망 촬영 날짜', { exact: true })).toHaveValue('내년 봄, 평일 오전');
    await expect(page.getByLabel('촬영 장소')).toHaveValue('서울숲 가족마당');
    await expect(page.getByLabel('요청 사항')).toHaveValue('두 사람입니다.');
    await mainButton(page, '예약하기').click();
    await expect(page).toHaveURL('/reserve/complete');
  },
);

test(
  'a booking rejected with 401 after a token refresh shows an error and leads to the login',
  { tag: ['@full', '@8-reserve-login'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 401/);
    await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 38), '18:00 - 19:00');
    await fillDetails(page);
    const refreshes = await countRefreshes(page.context());
    await page.route('**/api/reservation', (route) => route.fulfill({ status: 401, json: {} }));
    await mainButton(page, '예약하기').click();
    await confirmAlert(page, '예약 중 오류가 발생했습니다.');
    await expect(page).toHaveURL('/login');
    expect(refreshes).toHaveLength(1);
  },
);

test(
  'a lost connection during a token refresh does not end the session',
  { tag: ['@full'] },
  async ({ page, context, expectPageError }) => {
    expectPageError(/status of 401|ERR_FAILED/);
    const member = await loginAsNewMember(page);
    await page.goto('/change-password');
    await context.route('**/api/auth/reissue', (route) => route.abort());
    await expireAccessToken(page);
    await page.reload();
    await field(page, '현재 비밀번호').fill(member.password);
    await field(page, '새 비밀번호').fill('other-pass-2026');
    await field(page, '새 비밀번호 확인').fill('other-pass-2026');
    await mainButton(page, '비밀번호 변경').click();
    await expect(page.getByRole('alert')).toHaveText(
      '비밀번호 변경에 실패했습니다. 잠시 후 다시 시도해주세요.',
    );
    expect(await storedKeys(page)).toHaveLength(4);
    await context.unroute('**/api/auth/reissue');
    await mainButton(page, '비밀번호 변경').click();
    await confirmAlert(page, '비밀번호를 변경했습니다.');
  },
);

test(
  'S-012 logging out clears the session even when the server never responds',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_ABORTED|ERR_FAILED/);
    await loginAsNewMember(page);
    await openDatePage(page);
    await expect.poll(() => typedKeys(page)).toContain('booking');
    await page.route('**/api/auth/logout', () => undefined);
    const failed: string[] = [];
    page.on('requestfailed', (request) => void failed.push(request.url()));
    await logOut(page);
    await expect.poll(() => storedKeys(page)).toEqual([]);
    // The request has not timed out yet.
    expect(failed).toEqual([]);
    await confirmAlert(page, '로그아웃 실패');
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'guest');
    expect(await typedKeys(page)).toEqual([]);
  },
);

test(
  'logging out offline shows an error on the page and redirects to home once the network is back',
  { tag: ['@full', '@8-logout'] },
  async ({ page, context, expectPageError }) => {
    expectPageError(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    await loginAsNewMember(page);
    await page.goto('/price');
    await waitForHydration(page);
    await context.setOffline(true);
    await logOut(page);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('로그아웃 실패');
    await expect(dialog).toContainText(
      '이 기기에서 로그아웃했습니다. 연결이 끊겨 서버에는 반영되지 않았습니다.',
    );
    expect(await storedKeys(page)).toEqual([]);
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: '확인' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/price');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'guest');
    await context.setOffline(false);
    await expect(page).toHaveURL('/');
  },
);

test.describe('expired tokens', () => {
  test.beforeEach(async ({ page, expectPageError }) => {
    expectPageError(/status of 401/);
    await loginAsNewMember(page);
    await page.goto('/price');
    await waitForHydration(page);
    await expireSession(page);
  });

  const expectGuest = async (page: Page): Promise<void> => {
    await expect.poll(() => storedKeys(page)).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'guest');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  };

  test(
    'a visitor with expired tokens stays on the question list as a guest',
    { tag: ['@full'] },
    async ({ page }) => {
      await page.goto('/question');
      await expectGuest(page);
      await expect(page).toHaveURL('/question');
      await expect(page.getByRole('heading', { level: 1, name: '문의 목록' })).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
    },
  );

  test(
    'a visitor with expired tokens stays on the home page as a guest',
    { tag: ['@full'] },
    async ({ page }) => {
      // A page reads the stored session only when it loads.
      await page.reload();
      await waitForHydration(page);
      await page.getByRole('banner').getByRole('link').first().click();
      await expectGuest(page);
      await expect(page).toHaveURL('/');
    },
  );

  test(
    'a visitor with expired tokens is redirected to the login by a member page',
    { tag: ['@full', '@8-session-expired'] },
    async ({ page }) => {
      await page.goto('/my-info');
      await confirmAlert(page, EXPIRED);
      await expect(page).toHaveURL('/login');
    },
  );
});
