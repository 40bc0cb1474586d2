import { answerConfirmation, loginAsAdmin } from './admin-actions.ts';
import { createVisitor, expect, test } from './fixtures.ts';
import { submitForm } from './member-actions.ts';

test('an admin cancels an invitation, invites a colleague by another and revokes the role again', async ({
  page,
  browser,
}) => {
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

  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: loginId });
  await expect(row).toContainText('박초대');
  await row.getByRole('button', { name: '권한 회수' }).click();
  await answerConfirmation(page, '박초대 님의 관리자 권한을 회수할까요?', '회수하기');
  await expect(page.getByText('박초대 님의 권한을 회수했습니다.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await colleague.close();
});
