import type { Browser, Page } from '@playwright/test';
import { expect, sentCode, type Member } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';

const sessionKeys = ['accessToken', 'refreshToken', 'name', 'role'];

/** The session keys in local storage; empty for a guest. */
export const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), sessionKeys);

/** A form field by its label. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const mainButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** Fills fields by their labels, in this order, and submits the form. */
export const submitForm = async (
  page: Page,
  values: Readonly<Record<string, string>>,
  button: string,
  input = mouseInput(page),
): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await input.fill(field(page, label), value);
  await input.press(mainButton(page, button));
};

export const logIn = (
  page: Page,
  { loginId, password }: Pick<Member, 'loginId' | 'password'>,
  input = mouseInput(page),
): Promise<void> => submitForm(page, { 아이디: loginId, 비밀번호: password }, '로그인', input);

/** Opens the menu, on a phone or a desktop screen. */
export const openMenu = async (page: Page, group?: string, input = mouseInput(page)): Promise<void> => {
  const menu = page.getByLabel('메뉴', { exact: true }).or(page.locator('summary', { hasText: '더보기' }));
  if (await menu.isVisible()) await input.press(menu);
  if (group === undefined) return;
  await input.press(page.locator('summary').filter({ hasText: group }).filter({ visible: true }));
};

export const menuLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).filter({ visible: true });

export const logOut = async (page: Page): Promise<void> => {
  await openMenu(page);
  await page.getByRole('button', { name: '로그아웃', exact: true }).filter({ visible: true }).click();
};

/** Logs in by the API, as on another device, and returns the access token. */
export const loginOnOtherDevice = async (
  page: Page,
  { loginId, password }: Pick<Member, 'loginId' | 'password'>,
  userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
): Promise<string> => {
  const response = await page.request.post('/api/auth/login', {
    data: { loginId, password },
    headers: { 'user-agent': userAgent },
  });
  expect(response.status(), await response.text()).toBe(200);
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
};

/** Whether the server accepts this token. */
export const isTokenValid = async (page: Page, token: string): Promise<boolean> => {
  const response = await page.request.get('/api/member/profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.ok();
};

/** Ends the session of this page on the server. The browser keeps its tokens. */
export const endSessionOnServer = async (page: Page): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const response = await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.ok()).toBe(true);
};

/** Replaces the access token by an expired one. The refresh token stays valid. */
export const expireAccessToken = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('accessToken', 'expired'));

/** Replaces both tokens by expired ones. */
export const expireSession = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.setItem('accessToken', `e30.${btoa(JSON.stringify({ exp: 1 }))}.x`);
    localStorage.setItem('refreshToken', 'expired');
  });

/** Whether this login id and password are accepted, tried in a separate browser context. */
export const canLogIn = async (
  browser: Browser,
  baseURL: string | undefined,
  { loginId, password }: Pick<Member, 'loginId' | 'password'>,
): Promise<boolean> => {
  const context = await browser.newContext({ baseURL });
  const response = await context.request.post('/api/auth/login', { data: { loginId, password } });
  await context.close();
  return response.ok();
};

/** A code that differs from the right one. */
export const wrongCode = (right: string): string => (right === '000000' ? '111111' : '000000');

/** Requests a code and waits for its SMS, which may arrive after the response. */
export const waitForNewCode = async (phoneNumber: string, ask: () => Promise<void>): Promise<string> => {
  const before = sentCode(phoneNumber);
  await ask();
  // Fails once in a million runs, when both codes are equal.
  await expect.poll(() => sentCode(phoneNumber)).not.toBe(before);
  return sentCode(phoneNumber);
};

/** The countdown of a code that was just sent. A test that moves the clock waits for it first. */
export const freshCountdown = /^(3:00|2:5\d)$/;
