import { confirmAlert, loginAsNewMember } from './booking-actions.ts';
import { expect, expectNoAxeViolations, loginAs, registerMember, test } from './fixtures.ts';
import { isTokenValid, loginOnOtherDevice, menuLink, openMenu, storedKeys } from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const FAILED = '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.';

test(
  'the account menu leads to the profile, which links to password and withdrawal',
  { tag: ['@full', '@2-menu-member', '@2-my-info', '@3-profile', '@6-member-account', '@7-profile'] },
  async ({ page }) => {
    const member = await loginAsNewMember(page);
    await page.goto('/');
    const callOf = recordApiCalls(page);
    await openMenu(page, '내 계정');
    await expect(menuLink(page, '비밀번호 변경')).toHaveAttribute('href', '/change-password');
    await expect(menuLink(page, '회원 탈퇴')).toHaveAttribute('href', '/withdraw');
    await menuLink(page, '내 정보').click();
    await expect(page).toHaveURL('/my-info');
    const main = page.getByRole('main');
    await expect(main.getByText(member.loginId, { exact: true })).toBeVisible();
    await expect(main.getByText(member.name, { exact: true })).toBeVisible();
    expect((await callOf('GET /api/member/profile')).responseBody).toMatchObject({
      loginId: member.loginId,
      name: member.name,
    });
    await main.getByRole('link', { name: '비밀번호 변경' }).click();
    await expect(page).toHaveURL('/change-password');
    await page.goBack();
    await main.getByRole('link', { name: '회원 탈퇴' }).click();
    await expect(page).toHaveURL('/withdraw');
  },
);

test('the profile redirects a guest to the login', { tag: ['@full', '@8-profile'] }, async ({ page }) => {
  await page.goto('/my-info');
  await confirmAlert(page, FAILED);
  await expect(page).toHaveURL('/login');
});

test(
  'a profile that cannot be loaded shows an error and can be retried',
  { tag: ['@full', '@8-profile', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    const member = await loginAsNewMember(page);
    let json = {};
    await page.route('**/api/member/profile', (route) => route.fulfill({ status: 400, json }));
    await page.goto('/my-info');
    await expect(page.getByRole('alert')).toContainText(FAILED);
    json = { message: '잠시 쉬어 갑니다.' };
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('alert')).toContainText('잠시 쉬어 갑니다.');
    await page.unroute('**/api/member/profile');
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByText(member.loginId, { exact: true })).toBeVisible();
  },
);

test(
  'a member logs out another device from the profile',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    const member = await registerMember();
    const phone = await loginOnOtherDevice(page, member);
    await loginAs(page, member);
    await page.goto('/my-info');
    const devices = page.getByRole('region', { name: '로그인된 기기' }).getByRole('listitem');
    await page.getByText('다른 기기 1대').click();
    await expect(devices).toHaveCount(2);
    const here = devices.filter({ hasText: '이 기기' });
    await expect(here).toHaveCount(1);
    await expect(here.getByRole('button')).toHaveCount(0);
    const there = devices.filter({ hasText: '아이폰' });
    const end = there.getByRole('button', { name: /^로그아웃/ });

    await end.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('로그아웃할까요?');
    await expect(question.getByRole('button', { name: '취소' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(end).toBeFocused();
    expect(await isTokenValid(page, phone)).toBe(true);

    await page.route('**/api/member/session/*', (route) => route.fulfill({ status: 400, json: {} }));
    await end.click();
    await question.getByRole('button', { name: '로그아웃' }).click();
    await expect(page.getByRole('alert')).toHaveText('로그아웃 실패');
    await page.unroute('**/api/member/session/*');

    await end.click();
    await question.getByRole('button', { name: '로그아웃' }).click();
    await expect(devices).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: '에서 로그아웃했습니다.' })).toBeVisible();
    expect(await isTokenValid(page, phone)).toBe(false);
    expect(await storedKeys(page)).toHaveLength(4);
  },
);

test('axe finds no violations in the profile', { tag: ['@full'] }, async ({ page }) => {
  const member = await registerMember();
  await loginOnOtherDevice(page, member);
  await loginAs(page, member);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/my-info');
  await page.getByText('다른 기기 1대').click();
  await expect(page.getByText('아이폰')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^로그아웃: / }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoAxeViolations(page);
});
