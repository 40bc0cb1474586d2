import type { Page } from '@playwright/test';
import { confirmAlert, loginAsNewMember } from './booking-actions.ts';
import { expect, expectNoAxeViolations, loginAs, registerMember, test } from './fixtures.ts';
import { inputModeFor, mouseInput } from './input-modes.ts';
import {
  canLogIn,
  field,
  isTokenValid,
  loginOnOtherDevice,
  mainButton,
  menuLink,
  openMenu,
  storedKeys,
} from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인 해주세요.';
const FAILED = '비밀번호 변경에 실패했습니다. 잠시 후 다시 시도해주세요.';
const NEW = 'other-pass-2026';

const change = async (
  page: Page,
  old: string,
  chosen: string,
  repeated = chosen,
  input = mouseInput(page),
): Promise<void> => {
  await input.fill(field(page, '현재 비밀번호'), old);
  await input.fill(field(page, '새 비밀번호'), chosen);
  await input.fill(field(page, '새 비밀번호 확인'), repeated);
  await input.press(mainButton(page, '비밀번호 변경'));
};

test(
  'S-006 changing the password logs out every other device but not this one',
  {
    tag: ['@full', '@2-change-password', '@6-member-account', '@7-change-password', '@keys-change-password'],
  },
  async ({ page, browser, baseURL }, info) => {
    const input = inputModeFor(page, info);
    const member = await registerMember();
    const elsewhere = await loginOnOtherDevice(page, member);
    await loginAs(page, member);
    await page.goto('/');
    await openMenu(page, '내 계정', input);
    await input.press(menuLink(page, '비밀번호 변경'));
    await expect(page).toHaveURL('/change-password');
    await expect(field(page, '현재 비밀번호')).toHaveAttribute('autocomplete', 'current-password');
    for (const label of ['새 비밀번호', '새 비밀번호 확인'])
      await expect(field(page, label)).toHaveAttribute('autocomplete', 'new-password');
    const username = page.locator('form input[autocomplete="username"]');
    await expect(username).toHaveValue(member.loginId);
    await expect(username).toBeHidden();

    const callOf = recordApiCalls(page);
    await change(page, member.password, NEW, NEW, input);
    expect(await callOf('PUT /api/member/profile/password')).toMatchObject({
      body: { oldPassword: member.password, newPassword: NEW },
      status: 200,
      responseBody: { message: expect.any(String) },
    });
    await confirmAlert(page, '다른 기기에서는 모두 로그아웃되었습니다.', input);
    await expect(page).toHaveURL('/my-info');
    await expect(page.getByText(member.loginId, { exact: true })).toBeVisible();
    expect(await storedKeys(page)).toHaveLength(4);
    expect(await isTokenValid(page, elsewhere)).toBe(false);
    expect(await canLogIn(browser, baseURL, member)).toBe(false);
    expect(await canLogIn(browser, baseURL, { ...member, password: NEW })).toBe(true);
  },
);

test(
  'the password form rejects missing, short and mismatched passwords before sending anything',
  { tag: ['@full', '@5-change-required', '@5-change-mismatch', '@5-password-length'] },
  async ({ page }) => {
    const member = await loginAsNewMember(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await page.goto('/change-password');
    const missing = page.getByText('모든 항목을 입력해주세요.');
    await mainButton(page, '비밀번호 변경').click();
    await expect(missing).toBeVisible();
    await expect(field(page, '현재 비밀번호')).toBeFocused();
    for (const [old, chosen, repeated, label] of [
      ['', NEW, NEW, '현재 비밀번호'],
      [member.password, '', NEW, '새 비밀번호'],
      [member.password, NEW, '', '새 비밀번호 확인'],
    ] as const) {
      await change(page, old, chosen, repeated);
      await expect(missing).toBeVisible();
      await expect(field(page, label)).toBeFocused();
    }

    await change(page, member.password, NEW, `${NEW}x`);
    await expect(page.getByText('새로운 비밀번호가 일치하지 않습니다.')).toBeVisible();
    await change(page, member.password, 'short12');
    await expect(page.getByText('비밀번호는 8~16자 사이여야 합니다.')).toBeVisible();
    await expect(page.getByText('새로운 비밀번호가 일치하지 않습니다.')).toBeHidden();
    expect(sent).toEqual([]);
  },
);

test(
  'a wrong current password shows an error at its field',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAsNewMember(page);
    await page.goto('/change-password');
    await change(page, 'not-my-password', NEW);
    await expect(page.getByText('현재 비밀번호가 일치하지 않습니다.')).toBeVisible();
    await expect(field(page, '현재 비밀번호')).toBeFocused();
    await expect(field(page, '새 비밀번호')).toHaveValue(NEW);
  },
);

test(
  'a new password equal to the current one shows an error at the new password field',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    const member = await loginAsNewMember(page);
    await page.goto('/change-password');
    await change(page, member.password, member.password);
    await expect(page.getByText('새 비밀번호가 현재 비밀번호와 같습니다.')).toBeVisible();
    await expect(field(page, '새 비밀번호')).toBeFocused();
  },
);

test(
  'the password form shows an error for a rejected, failed, aborted or unauthorized request',
  { tag: ['@full', '@8-change-refused', '@8-change-login', '@8-change-failed'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (400|401|500)|ERR_FAILED/);
    const member = await loginAsNewMember(page);
    await page.goto('/change-password');
    const alert = page.getByRole('alert');
    const path = '**/api/member/profile/password';

    await page.route(path, (route) =>
      route.fulfill({ status: 400, json: { message: '안 됩니다.', code: 'X' } }),
    );
    await change(page, member.password, NEW);
    await expect(alert).toHaveText('안 됩니다.');
    await page.unroute(path);

    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: { message: '일시적인 오류가 발생했습니다.', code: 'INTERNAL' } }),
    );
    await mainButton(page, '비밀번호 변경').click();
    await expect(alert).toHaveText(FAILED);
    await page.unroute(path);

    await page.route(path, (route) => route.abort());
    await mainButton(page, '비밀번호 변경').click();
    await expect(alert).toHaveText(FAILED);
    await page.unroute(path);

    // The server responds 401 even after a token refresh.
    await page.route(path, (route) =>
      route.fulfill({ status: 401, json: { message: '로그인이 필요합니다.' } }),
    );
    await mainButton(page, '비밀번호 변경').click();
    await expect(alert).toHaveText(LOGIN_NEEDED);
  },
);

test('the password page asks a guest to log in', { tag: ['@full', '@8-change-login'] }, async ({ page }) => {
  await page.goto('/change-password');
  await confirmAlert(page, LOGIN_NEEDED);
  await expect(page).toHaveURL('/login');
});

test('axe finds no violations in the password page', { tag: ['@full'] }, async ({ page }) => {
  await loginAsNewMember(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/change-password');
  await expect(page.locator('form input[autocomplete="username"]')).toBeAttached();
  await expectNoAxeViolations(page);
  await change(page, 'old', 'short12', 'other');
  await expect(page.getByText('비밀번호는 8~16자 사이여야 합니다.')).toBeVisible();
  await expectNoAxeViolations(page);
});
