import type { Page, Request } from '@playwright/test';
import { providers } from '#platform/contract/social-providers.ts';
import {
  confirmAlert,
  loginAsNewMember,
  fillDetails,
  openJoinSheet,
  reservedDate,
} from './booking-actions.ts';
import { expect, expectNoAxeViolations, registerMember, requireEnv, test } from './fixtures.ts';
import { field, isTokenValid, logOut, mainButton, storedKeys } from './member-actions.ts';
import {
  openSocialProfile,
  consentAtProvider,
  completeSocialProfile,
  logInWithProvider,
  newSocialVisitor,
  socialButton,
} from './social-actions.ts';

const FAILED = '로그인에 실패했습니다.';
const KAKAOTALK =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK/11.4.0 (INAPP)';

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

/** Records the requests of this page, in order. */
const watchRequests = (page: Page): Request[] => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
};

/** The request whose URL contains the handoff tokens. */
const findHandOff = (requests: readonly Request[]): Request => {
  const found = requests.findLast((request) => request.url().includes('refreshToken='));
  if (found === undefined) throw new Error('no tokens were handed over');
  return found;
};

/** Asserts that neither storage, history nor later requests contain the handoff tokens. */
const expectNoTrace = async (page: Page, requests: readonly Request[]): Promise<void> => {
  const oauthHandoff = findHandOff(requests);
  const { searchParams } = new URL(oauthHandoff.url());
  const tokens = ['accessToken', 'refreshToken'].map((name) => searchParams.get(name) ?? '');
  expect(tokens.every((token) => token.length > 20)).toBe(true);
  const response = await oauthHandoff.response();
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
  });
  const html = await response?.text();
  for (const token of tokens) expect(html).not.toContain(token);
  for (const request of requests.slice(requests.indexOf(oauthHandoff) + 1)) {
    expect(new URL(request.url()).origin).toBe(requireEnv('E2E_URL'));
    const sent = request.url() + ((await request.allHeaders())['referer'] ?? '');
    for (const token of tokens) expect(sent).not.toContain(token);
  }
  const kept = await page.evaluate(() =>
    [document.referrer, location.href, JSON.stringify({ ...localStorage, ...sessionStorage })].join(' '),
  );
  for (const token of tokens) expect(kept).not.toContain(token);
};

for (const [place, provider] of providers.entries())
  test(
    `S-091 a visitor joins with ${provider} while booking and is logged in directly the next time`,
    { tag: ['@2-oauth-success', '@7-social', '@6-guest-joins', '@full'] },
    async ({ page }, info) => {
      const visitor = newSocialVisitor(provider);
      const date = reservedDate(info, 44 + 2 * place);
      await openJoinSheet(page, date, '18:00 - 19:00');
      const requests = watchRequests(page);
      await logInWithProvider(page, visitor);
      await expect(page).toHaveURL('/social-extra');
      await expect(mainButton(page, '인증번호 받기')).toBeVisible();
      const booked = await page.request.get(`/api/reservation/booked-times?date=${date}`);
      expect(await booked.json(), 'the slot is held throughout').toEqual(['18-19']);
      await expect(
        page.getByText(/^선택하신 미팅 시간을 오[전후] \d+시( \d+분)?까지 잡아 두었습니다\./),
      ).toBeVisible();
      await expectNoTrace(page, requests);
      await completeSocialProfile(page, visitor);
      await confirmAlert(page, '회원가입이 완료되었습니다.');
      await expect(page).toHaveURL('/reserve/form');
      await fillDetails(page);
      await mainButton(page, '예약하기').click();
      await expect(page).toHaveURL('/reserve/complete');

      await logOut(page);
      await expect(page).toHaveURL('/');
      await expect(page.locator('html')).toHaveAttribute('data-auth', 'guest');
      await page.goto('/login');
      requests.length = 0;
      await logInWithProvider(page, visitor);
      await expect(page).toHaveURL('/');
      await expect(page.locator('html')).toHaveAttribute('data-auth', 'member');
      expect(requests.map((request) => new URL(request.url()).pathname)).toContain(
        `/oauth2/authorization/${provider}`,
      );
      const oauthHandoff = new URL(findHandOff(requests).url());
      expect(oauthHandoff.pathname).toBe('/oauth-success');
      for (const key of ['name', 'role'])
        expect(await stored(page, key), key).toBe(oauthHandoff.searchParams.get(key));
      expect(await stored(page, 'name')).toBe(visitor.nickname);
      expect(await stored(page, 'role')).toBe('MEMBER');
      expect(await stored(page, 'refreshToken')).toEqual(expect.any(String));
      expect(await isTokenValid(page, (await stored(page, 'accessToken')) ?? '')).toBe(true);
      await expectNoTrace(page, requests);
    },
  );

test(
  'S-088 a planted handoff link neither opens a session nor ends one',
  { tag: ['@full', '@2-oauth-failed'] },
  async ({ page, browser, baseURL, expectPageError }) => {
    expectPageError(/status of 401/);
    // The attacker copies the tokens from their own browser before they are used.
    const elsewhere = await browser.newContext({ baseURL });
    const attacker = await elsewhere.newPage();
    const requests = watchRequests(attacker);
    await attacker.route('**/assets/entry-client-*.js', (route) => route.abort());
    await attacker.goto('/login');
    await attacker.goto('/oauth2/authorization/naver');
    await consentAtProvider(attacker, newSocialVisitor('naver'));
    await expect(attacker).toHaveURL('/social-extra');
    const planted = new URL(findHandOff(requests).url()).search;
    await elsewhere.close();
    expect(planted).toContain('refreshToken=');

    for (const address of [
      '/oauth-success',
      '/oauth-success?refreshToken=only-this&name=%EA%B9%80&role=MEMBER',
      `/oauth-success${planted}`,
      `/social-extra${planted}`,
    ]) {
      await page.goto(address);
      await expect(page).toHaveURL(address.replace(/\?.*/, ''));
      await confirmAlert(page, FAILED);
      await expect(page).toHaveURL('/login');
      expect(await storedKeys(page)).toEqual([]);
    }

    const member = await loginAsNewMember(page);
    await page.goto('/price');
    const mine = (await stored(page, 'accessToken')) ?? '';
    await page.goto(`/oauth-success${planted}`);
    await confirmAlert(page, FAILED);
    // A logged-in member is redirected from the login to home.
    await expect(page).toHaveURL('/');
    expect(await stored(page, 'name')).toBe(member.name);
    expect(await stored(page, 'accessToken')).toBe(mine);
    expect(await isTokenValid(page, mine)).toBe(true);

    // The member's own social login replaces the session and ends the former one.
    await page.goto('/oauth2/authorization/naver');
    const other = newSocialVisitor('naver');
    await consentAtProvider(page, other);
    await expect(page).toHaveURL('/social-extra');
    await expect(field(page, '이름')).toHaveValue(other.nickname);
    await expect.poll(() => isTokenValid(page, mine)).toBe(false);
  },
);

test(
  'H9 a link with the tokens of a password login changes nothing for a guest or a member with another tab',
  { tag: ['@full', '@2-oauth-failed'] },
  async ({ page, browser, baseURL, expectPageError }) => {
    expectPageError(/status of 401/);
    const { loginId, password } = await registerMember();
    const elsewhere = await browser.newContext({ baseURL });
    const login = await elsewhere.request.post('/api/auth/login', { data: { loginId, password } });
    const { accessToken, refreshToken } = (await login.json()) as Record<string, string>;
    await elsewhere.close();
    const shown = 'name=%EA%B9%80&role=ADMIN';
    const links = [
      `/oauth-success?accessToken=${accessToken}&refreshToken=${refreshToken}&${shown}`,
      `/social-extra?accessToken=x&refreshToken=${refreshToken}&${shown}`,
      `/oauth-success?accessToken=${accessToken}&${shown}`,
    ];
    for (const link of links) {
      await page.goto(link);
      await confirmAlert(page, FAILED);
      await expect(page).toHaveURL('/login');
      expect(await storedKeys(page)).toEqual([]);
    }

    const member = await loginAsNewMember(page);
    await page.goto('/my-info');
    const ownLoginId = page.getByRole('main').getByText(member.loginId, { exact: true });
    await expect(ownLoginId).toBeVisible();
    const readStored = () => page.evaluate(() => ({ ...localStorage }));
    const before = await readStored();
    for (const link of links) {
      const tab = await page.context().newPage();
      await tab.goto(link);
      await confirmAlert(tab, FAILED);
      await expect(tab).toHaveURL('/');
      await tab.close();
    }
    expect(await readStored()).toEqual(before);
    expect(await isTokenValid(page, before['accessToken'] ?? '')).toBe(true);
    await page.reload();
    await expect(ownLoginId).toBeVisible();
    // The other session was not touched either.
    const refreshed = await page.request.post('/api/auth/reissue', { data: { refreshToken } });
    expect(refreshed.status()).toBe(200);
  },
);

test(
  'S-080 S-082 a denied, replayed or forged social login leads to the login',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    // The site learns from a 403 that the profile is incomplete.
    expectPageError(/status of 403/);
    await page.goto('/login');
    await socialButton(page, 'google').click();
    await page.getByRole('button', { name: '취소' }).click();
    await confirmAlert(page, FAILED);
    await expect(page).toHaveURL('/login');
    expect(await storedKeys(page)).toEqual([]);

    await page.goto('/login/oauth2/code/kakao?code=made-up&state=made-up');
    await confirmAlert(page, FAILED);
    await expect(page).toHaveURL('/login');

    // Replays the provider's earlier response.
    const requests = watchRequests(page);
    const visitor = newSocialVisitor('kakao');
    await openSocialProfile(page, visitor);
    const session = await stored(page, 'accessToken');
    const callback = requests.find((request) => request.url().includes('/login/oauth2/code/kakao?'));
    await page.goBack();
    await expect(page.getByRole('button', { name: '동의하고 계속하기' })).toBeVisible();
    await page.goto(callback?.url() ?? '');
    await confirmAlert(page, FAILED);
    expect(await stored(page, 'accessToken')).toBe(session);
    await page.goto('/social-extra');
    await expect(mainButton(page, '인증번호 받기')).toBeVisible();
  },
);

test(
  'the Google button inside KakaoTalk explains how to open another browser, without axe violations',
  { tag: ['@full'] },
  async ({ browser, page, baseURL, viewport }) => {
    await page.goto('/register');
    const buttons = providers.map((provider) => socialButton(page, provider));
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
    for (const box of boxes) {
      expect(box?.height).toBeGreaterThanOrEqual(48);
      expect([box?.width, box?.height, box?.x]).toEqual([boxes[0]?.width, boxes[0]?.height, boxes[0]?.x]);
    }

    const context = await browser.newContext({ baseURL, viewport, userAgent: KAKAOTALK });
    const inside = await context.newPage();
    await inside.goto('/login');
    await expect(socialButton(inside, 'kakao')).toHaveAttribute('href', '/oauth2/authorization/kakao');
    await expect(socialButton(inside, 'google')).toBeHidden();
    await mainButton(inside, 'Google로 시작하기').click();
    await expect(inside.getByText('카카오톡 안에서는 Google 로그인을 이용할 수 없습니다.')).toBeVisible();
    await expect(inside.getByRole('link', { name: '다른 브라우저로 열기' })).toHaveAttribute(
      'href',
      `kakaotalk://web/openExternal?url=${encodeURIComponent(`${baseURL}/login`)}`,
    );
    await expectNoAxeViolations(inside);
    await context.close();
  },
);
