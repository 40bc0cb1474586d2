import type { Page } from '@playwright/test';
import { bookByApi, confirmAlert, loginAsNewMember, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { inputModeFor, mouseInput } from './input-modes.ts';
import { canLogIn, mainButton, storedKeys } from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인해주세요.';
const FAILED = '회원 탈퇴 처리 중 오류가 발생했습니다.';

const understand = (page: Page) => page.getByRole('checkbox', { name: /되돌릴 수 없다는 점을 이해했습니다/ });
const question = (page: Page) => page.getByRole('alertdialog');

const withdraw = async (page: Page, input = mouseInput(page)): Promise<void> => {
  await input.press(mainButton(page, '탈퇴하기'));
  await expect(question(page)).toContainText('되돌릴 수 없습니다.');
  await input.press(question(page).getByRole('button', { name: '탈퇴하기' }));
};

test(
  'a member deletes the account after seeing what is deleted and what is retained',
  { tag: ['@2-withdraw', '@6-member-account', '@7-withdraw', '@keys-withdraw'] },
  async ({ page, browser, baseURL }, info) => {
    const input = inputModeFor(page, info);
    const date = reservedDate(info, 40);
    const member = await loginAsNewMember(page);
    await bookByApi(page, member, { date, time: '15-16' });
    await page.goto('/withdraw');
    const main = page.getByRole('main');
    await expect(main).toContainText('예정된 예약 1건이 모두 취소되고');
    await expect(main).toContainText('남기신 문의가 없습니다.');
    await expect(main).toContainText('계약 또는 청약철회 등에 관한 기록: 5년');
    await expect(main).toContainText('소비자의 불만 또는 분쟁 처리에 관한 기록: 3년');
    await expect(main).toContainText('로그인 기록: 3개월');
    await expect(main).toContainText('탈퇴는 되돌릴 수 없습니다.');

    await expect(mainButton(page, '탈퇴하기')).toBeDisabled();
    await input.check(understand(page));
    await input.press(mainButton(page, '탈퇴하기'));
    await expect(question(page).getByRole('button', { name: '취소' })).toBeFocused();
    await input.press(question(page).getByRole('button', { name: '취소' }));
    await expect(page).toHaveURL('/withdraw');
    expect(await storedKeys(page)).toHaveLength(4);

    const callOf = recordApiCalls(page);
    await withdraw(page, input);
    expect((await callOf('DELETE /api/member')).status).toBe(204);
    await expect(page).toHaveURL('/');
    expect(await storedKeys(page)).toEqual([]);
    await confirmAlert(page, '회원 탈퇴가 완료되었습니다.', input);
    await expect(page.locator('html')).toHaveAttribute('data-auth', 'guest');
    expect(await canLogIn(browser, baseURL, member)).toBe(false);
    const taken = await page.request.get(`/api/reservation/booked-times?date=${date}`);
    expect(await taken.json()).not.toContain('15-16');
  },
);

test(
  'the withdrawal page renders when its preview cannot be loaded',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAsNewMember(page);
    await page.route('**/withdrawal-preview', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/withdraw');
    await expect(page.getByText('예정된 예약이 있으면 모두 취소되고')).toBeVisible();
    await expect(page.getByText('남기신 문의가 있으면 답변과 함께 모두 삭제됩니다.')).toBeVisible();
  },
);

test(
  'the withdrawal page shows an error for a rejected, failed, unauthorized or aborted request',
  { tag: ['@full', '@8-withdraw-login', '@8-withdraw-refused', '@8-withdraw-failed', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (401|409|500)|ERR_FAILED/);
    await loginAsNewMember(page);
    await page.goto('/withdraw');
    await understand(page).check();
    const alert = page.getByRole('alert');
    const responses = [
      [
        { status: 409, json: { message: '마지막 관리자는 탈퇴할 수 없습니다.', code: 'LAST_ADMIN' } },
        '마지막 관리자는 탈퇴할 수 없습니다.',
      ],
      [{ status: 500, json: {} }, FAILED],
      [{ status: 401, json: { message: '로그인이 필요합니다.' } }, LOGIN_NEEDED],
    ] as const;
    for (const [response, message] of responses) {
      await page.route('**/api/member', (route) => route.fulfill(response));
      await withdraw(page);
      await expect(alert).toHaveText(message);
      await page.unroute('**/api/member');
    }
    await page.route('**/api/member', (route) => route.abort());
    await withdraw(page);
    await expect(alert).toHaveText(FAILED);
    expect(await storedKeys(page)).toHaveLength(4);
  },
);

test(
  'the withdrawal page asks a guest to log in',
  { tag: ['@full', '@8-withdraw-login'] },
  async ({ page }) => {
    await page.goto('/withdraw');
    await confirmAlert(page, LOGIN_NEEDED);
    await expect(page).toHaveURL('/login');
  },
);

test('axe finds no violations in the withdrawal page', { tag: ['@full'] }, async ({ page }) => {
  await loginAsNewMember(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/withdraw');
  await expect(page.getByText('남기신 문의가 없습니다.')).toBeVisible();
  await expectNoAxeViolations(page);
  await understand(page).check();
  await mainButton(page, '탈퇴하기').click();
  await expect(question(page)).toBeVisible();
  await expectNoAxeViolations(page);
});
