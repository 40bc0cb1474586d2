import type { Page } from '@playwright/test';
import type { Session } from '#platform/contract/sessions.ts';
import {
  adminCredentials,
  expect,
  expectNoAxeViolations,
  loginAs,
  createVisitor,
  registerMember,
  test,
  type Member,
} from './fixtures.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const sessionKeys = ['accessToken', 'refreshToken', 'name', 'role'] as const;

const loginForm = (page: Page) => ({
  loginId: page.getByLabel('아이디', { exact: true }),
  password: page.getByLabel('비밀번호', { exact: true }),
  submit: page.getByRole('main').getByRole('button', { name: '로그인' }),
});

const fillLogin = async (
  page: Page,
  { loginId, password }: Pick<Member, 'loginId' | 'password'>,
): Promise<void> => {
  const form = loginForm(page);
  await form.loginId.fill(loginId);
  await form.password.fill(password);
};

const readStored = (page: Page): Promise<(string | null)[]> =>
  page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), sessionKeys);

const logOut = async (page: Page): Promise<void> => {
  const menu = page.getByLabel('메뉴', { exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: '로그아웃' }).filter({ visible: true }).click();
};

test(
  'the login button is enabled once both fields are filled',
  { tag: ['@5-login-button'] },
  async ({ page }) => {
    const form = loginForm(page);
    await page.goto('/login');
    await expect(form.submit).toBeDisabled();
    await form.loginId.fill('someone');
    await expect(form.submit).toBeDisabled();
    await form.password.fill('password1');
    await expect(form.submit).toBeEnabled();
    await form.loginId.fill('');
    await expect(form.submit).toBeDisabled();
    await expect(form.loginId).toHaveAttribute('autocomplete', 'username');
    await expect(form.password).toHaveAttribute('autocomplete', 'current-password');
  },
);

test(
  'the login shows an error for wrong credentials, a failed request and a response without tokens',
  { tag: ['@8-login', '@8-no-tokens', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400|ERR_FAILED/);
    const form = loginForm(page);
    await page.goto('/login');
    await fillLogin(page, createVisitor());
    await form.submit.click();
    await expect(page.getByText('아이디 또는 비밀번호가 올바르지 않습니다.')).toBeVisible();

    await page.route('**/api/auth/login', (route) => route.abort());
    await form.submit.click();
    await expect(page.getByText('로그인 실패', { exact: true })).toBeVisible();
    await page.unroute('**/api/auth/login');

    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ json: { name: '이방문', role: 'MEMBER' } }),
    );
    await form.submit.click();
    await expect(page.getByText('토큰이 없습니다.')).toBeVisible();
    expect(await readStored(page)).toEqual([null, null, null, null]);
  },
);

test(
  'the login accepts a role nested in the user object of the response',
  { tag: ['@full', '@3-role-places'] },
  async ({ page }) => {
    await page.route('**/api/auth/login', async (route) => {
      const response = await route.fetch();
      const { role, ...rest } = (await response.json()) as Session;
      await route.fulfill({ response, json: { ...rest, user: { role } } });
    });
    await page.goto('/login');
    await fillLogin(page, adminCredentials());
    await loginForm(page).submit.click();
    await expect(page).toHaveURL('/admin');
    expect((await readStored(page)).at(-1)).toBe('ADMIN');
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'admin');
  },
);

test(
  'logging in leads back to the page that required the login',
  { tag: ['@full', '@2-login', '@3-session', '@4-session-stored', '@6-guest-joins', '@7-login'] },
  async ({ page }) => {
    const member = await registerMember();
    await page.goto('/reservation-history');
    await page.getByRole('alertdialog').getByRole('button', { name: '확인' }).click();
    await expect(page).toHaveURL('/login');
    const callOf = recordApiCalls(page);
    await fillLogin(page, member);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/reservation-history');
    const { body, responseBody } = await callOf('POST /api/auth/login');
    expect(body).toEqual({ loginId: member.loginId, password: member.password });
    expect(responseBody).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      name: member.name,
      role: 'MEMBER',
    });
    expect(await readStored(page)).toEqual(sessionKeys.map((key) => (responseBody as Session)[key]));
  },
);

test('the login page redirects a logged-in member to home', { tag: ['@full'] }, async ({ page }) => {
  await loginAs(page, await registerMember());
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test(
  'logging out ends the session in the browser and on the server',
  { tag: ['@full', '@7-logout'] },
  async ({ page, request }) => {
    await loginAs(page, await registerMember());
    await page.goto('/price');
    const [token] = await readStored(page);
    const callOf = recordApiCalls(page);
    await logOut(page);
    expect(await callOf('POST /api/auth/logout')).toMatchObject({
      headers: { authorization: `Bearer ${token}` },
      status: 204,
    });
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'guest');
    expect(await readStored(page)).toEqual([null, null, null, null]);
    const response = await request.get('/api/member/profile', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status()).toBe(401);
  },
);

test(
  'logging out while the server fails ends the session in the browser and shows an error',
  { tag: ['@full', '@8-logout', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED|status of 500/);
    const member = await registerMember();
    for (const [json, says] of [
      [null, '로그아웃 실패'],
      [{}, '로그아웃 실패'],
      [{ message: '잠시 쉬어 갑니다.' }, '잠시 쉬어 갑니다.'],
    ] as const) {
      await loginAs(page, member);
      await page.goto('/price');
      await page.route('**/api/auth/logout', (route) =>
        json === null ? route.abort() : route.fulfill({ status: 500, json }),
      );
      await logOut(page);
      const dialog = page.getByRole('alertdialog');
      await expect(dialog.getByText(says)).toBeVisible();
      expect(await readStored(page)).toEqual([null, null, null, null]);
      await dialog.getByRole('button', { name: '확인' }).click();
      await expect(page).toHaveURL('/');
    }
  },
);

test(
  'L-11 axe finds no violations in the login page',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/login');
    await expect(loginForm(page).loginId).toBeVisible();
    await expectNoAxeViolations(page);
    await fillLogin(page, createVisitor());
    await loginForm(page).submit.click();
    await expect(page.getByText('아이디 또는 비밀번호가 올바르지 않습니다.')).toBeVisible();
    await expectNoAxeViolations(page);
  },
);
