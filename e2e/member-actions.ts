import type { Browser, Page } from '@playwright/test';
import { expect, sentCode } from './fixtures.ts';
import type { Member } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';

const sessionKeys = ['accessToken', 'refreshToken', 'name', 'role'];

/** What local storage holds of a session: nothing for a guest. */
export const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), sessionKeys);

/** The fields and the button of a page's form, as a visitor calls them. */
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const mainButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

/** Fills fields in by their labels, in this order, and presses the form's button. */
export const submitForm = async (
  page: Page,
  values: Readonly<Record<string, string>>,
  button: string,
  hand = mouseInput(page),
): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await hand.fill(field(page, label), value);
  await hand.press(mainButton(page, button));
};

export const logIn = (
  page: Page,
  { loginId, password }: Pick<Member, 'loginId' | 'password'>,
  hand = mouseInput(page),
): Promise<void> => submitForm(page, { 아이디: loginId, 비밀번호: password }, '로그인', hand);

/** The menu's entries are open, on a phone as on a desk. */
export const openMenu = async (page: Page, group?: string, hand = mouseInput(page)): Promise<void> => {
  const menu = page.getByLabel('메뉴', { exact: true });
  if (await menu.isVisible()) await hand.press(menu);
  if (group === undefined) return;
  await hand.press(page.locator('summary').filter({ hasText: group }).filter({ visible: true }));
};

export const menuLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).filter({ visible: true });

export const logOut = async (page: Page): Promise<void> => {
  await openMenu(page);
  await page.getByRole('button', { name: '로그아웃', exact: true }).filter({ visible: true }).click();
};

/** Logs in by the API as another device would; answers its access token. */
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

/** Whether the server still knows this token. */
export const isTokenValid = async (page: Page, token: string): Promise<boolean> => {
  const response = await page.request.get('/api/member/profile', {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.ok();
};

/** Ends this page's session on the server alone: the browser does not know yet. */
export const endSessionOnServer = async (page: Page): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const response = await page.request.post('/api/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.ok()).toBe(true);
};

/** The access token of this browser runs out; the refresh token stays good. */
export const expireAccessToken = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('accessToken', 'expired'));

/** Both tokens of this browser run out. */
export const expireSession = (page: Page): Promise<void> =>
  page.evaluate(() => {
    localStorage.setItem('accessToken', `e30.${btoa(JSON.stringify({ exp: 1 }))}.x`);
    localStorage.setItem('refreshToken', 'expired');
  });

/** Whether this id and password open a session, tried in a browser of its own. */
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

/** A code that is certainly another. */
export const wrongCode = (right: string): string => (right === '000000' ? '111111' : '000000');

/** The code that comes after this: the answer does not wait for the message, and an older code lies in the outbox. */
export const waitForNewCode = async (phoneNumber: string, ask: () => Promise<void>): Promise<string> => {
  const before = sentCode(phoneNumber);
  await ask();
  // Once in a million the new code is the old one.
  await expect.poll(() => sentCode(phoneNumber)).not.toBe(before);
  return sentCode(phoneNumber);
};

/** The clock of a code that was sent just now: a test that moves time waits for it, lest the code begin after the leap. */
export const freshCountdown = /^(3:00|2:5\d)$/;
