import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { answerConfirmation, loginAsAdmin } from './admin-actions.ts';
import { createVisitor, expect, expectNoAxeViolations, test } from './fixtures.ts';
import { submitForm } from './member-actions.ts';

/** Switches the second factor on with the codes of an app, and logs in again with a recovery code. */
const expectSecondFactorWorks = async (
  page: Page,
  { loginId, password }: { readonly loginId: string; readonly password: string },
): Promise<void> => {
  await page.goto('/admin/settings/staff');
  await page.getByLabel('현재 비밀번호').fill('wrong-pass-1');
  await page.getByRole('button', { name: '켜기', exact: true }).click();
  await expect(page.getByText('현재 비밀번호가 일치하지 않습니다.')).toBeVisible();
  await page.getByLabel('현재 비밀번호').fill(password);
  await page.getByRole('button', { name: '켜기', exact: true }).click();
  await expect(page.getByRole('img', { name: '인증 앱으로 읽는 QR 코드' })).toBeVisible();
  const secret = await page.locator('code').innerText();
  await page.getByLabel('앱에 표시된 6자리 코드').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: '확인하고 켜기' }).click();
  const codes = page.getByRole('list', { name: '복구 코드' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectNoAxeViolations(page);
  const recovery = await codes.first().innerText();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('아이디', { exact: true }).fill(loginId);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  const logIn = page.getByRole('button', { name: '로그인', exact: true });
  await logIn.click();
  const code = page.getByLabel('인증 앱의 코드');
  await expect(code).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await code.fill('AAAAA-AAAAA');
  await logIn.click();
  await expect(page.getByText('코드가 올바르지 않거나 이미 사용되었습니다.')).toBeVisible();
  await code.fill(recovery);
  await logIn.click();
  await expect(page).toHaveURL('/admin');
};

test(
  'an admin cancels an invitation, invites a colleague, who adds a second factor, and revokes the role',
  { tag: ['@full'] },
  async ({ page, browser }) => {
    const { loginId, password } = createVisitor();
    await loginAsAdmin(page);
    await page.goto('/admin/settings');
    await page.getByRole('link', { name: /^관리자/ }).click();
    const invite = page.getByRole('button', { name: '초대 링크 만들기' });
    await invite.click();
    const open = page.getByRole('list', { name: '아직 쓰지 않은 초대' }).getByRole('listitem');
    await open.getByRole('button', { name: '초대 취소' }).click();
    await expect(page.getByText('초대를 취소했습니다.')).toBeVisible();
    await expect(open).toHaveCount(0);

    await invite.click();
    await expect(open).toHaveCount(1);
    const link = await page.getByLabel('초대 링크', { exact: true }).inputValue();

    const colleague = await browser.newContext();
    const other = await colleague.newPage();
    await other.goto(new URL(link).pathname + new URL(link).search);
    const values = { 이름: '박초대', 아이디: loginId, 비밀번호: password, '비밀번호 확인': password };
    await submitForm(other, values, '계정 만들기');
    await expect(other).toHaveURL('/admin');
    await expectSecondFactorWorks(other, { loginId, password });

    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: loginId });
    await expect(row).toContainText('박초대');
    await row.getByRole('button', { name: '권한 회수' }).click();
    await answerConfirmation(page, '박초대 님의 관리자 권한을 회수할까요?', '회수하기');
    await expect(page.getByText('박초대 님의 권한을 회수했습니다.')).toBeVisible();
    await expect(row).toHaveCount(0);
    await colleague.close();
  },
);
