import { readFile } from 'node:fs/promises';
import { confirmAlert, loginAsNewMember } from './booking-actions.ts';
import { createVisitor, expect, expectNoAxeViolations, sentCode, test } from './fixtures.ts';

test(
  'a member changes the name, which is shown at once',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAsNewMember(page);
    await page.goto('/my-info');
    await page.getByRole('button', { name: '이름 변경' }).click();
    const dialog = page.getByRole('dialog', { name: '이름 변경' });
    await dialog.getByLabel('이름', { exact: true }).fill('');
    await dialog.getByRole('button', { name: '변경하기' }).click();
    await expect(dialog.getByText('이름을 입력해 주세요.')).toBeVisible();
    await dialog.getByLabel('이름', { exact: true }).fill('새이름');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: '변경하기' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('main').getByText('새이름', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('새이름');
  },
);

test(
  'a member changes the phone number with the password and a code sent to the new one',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    const { password } = await loginAsNewMember(page);
    const { phoneNumber } = createVisitor();
    await page.goto('/my-info');
    await page.getByRole('button', { name: '휴대폰 번호 변경' }).click();
    const dialog = page.getByRole('dialog', { name: '휴대폰 번호 변경' });
    const current = dialog.getByLabel('현재 비밀번호');
    await dialog.getByLabel('새 휴대폰 번호').fill('010');
    await current.fill('wrong-password');
    await dialog.getByRole('button', { name: '인증번호 받기' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('휴대폰 번호 11자리를 정확히 입력해주세요.');
    await current.fill('');
    await dialog.getByRole('button', { name: '인증번호 받기' }).click();
    await expect(dialog.getByText('비밀번호를 입력해 주세요.')).toBeVisible();
    await expect(dialog.getByRole('alert')).toBeHidden();
    await dialog.getByLabel('새 휴대폰 번호').fill(phoneNumber);
    await current.fill('wrong-password');
    await dialog.getByRole('button', { name: '인증번호 받기' }).click();
    const code = dialog.getByLabel('인증번호', { exact: true });
    await expect(code).toBeFocused();
    await expectNoAxeViolations(page);
    const right = sentCode(phoneNumber);
    await code.fill(right);
    await dialog.getByRole('button', { name: '변경하기' }).click();
    await expect(dialog.getByText('현재 비밀번호가 일치하지 않습니다.')).toBeVisible();
    await current.fill(password);
    await code.fill(right === '000000' ? '111111' : '000000');
    await dialog.getByRole('button', { name: '변경하기' }).click();
    await expect(dialog.getByText('인증번호가 올바르지 않거나 만료되었습니다.')).toBeVisible();
    await code.fill(right);
    await dialog.getByRole('button', { name: '변경하기' }).click();
    await confirmAlert(page, '휴대폰 번호가 변경되었습니다.');
    await expect(page.getByText(`010-****-${phoneNumber.slice(-4)}`)).toBeVisible();
  },
);

test('a member downloads the own data with a code', { tag: ['@full'] }, async ({ page }) => {
  const member = await loginAsNewMember(page);
  await page.goto('/my-info');
  await page.getByRole('button', { name: '내 정보 내려받기' }).click();
  const dialog = page.getByRole('dialog', { name: '내 정보 내려받기' });
  await dialog.getByRole('button', { name: '인증번호 받기' }).click();
  const code = dialog.getByLabel('인증번호', { exact: true });
  await expect(code).toBeFocused();
  await code.fill(sentCode(member.phoneNumber));
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '내려받기', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^내정보-\d{8}\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  await expect(dialog).toBeHidden();
});
