import { expect, expectNoAxeViolationsIn, test } from './fixtures.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { submitForm } from './member-actions.ts';
import { owner, startOwnServer } from './own-server.ts';

// Other tests visit the pages of the shared server.
const server = startOwnServer({ SAMPLE_CONTENT: 'true' });

test(
  'the owner closes the site until it is ready, comes back through the login and opens it',
  { tag: ['@full'] },
  async ({ page, context, expectPageError }) => {
    expectPageError(/status of 503/);
    const main = page.getByRole('main');
    const logIn = async (): Promise<void> => {
      await submitForm(page, { 아이디: owner.loginId, 비밀번호: owner.password }, '로그인');
      await expect(page).toHaveURL(`${server.url}/admin`);
    };
    const turnSwitch = async (): Promise<void> => {
      await main.getByRole('checkbox', { name: /^준비 중입니다/ }).click();
      await main.getByRole('button', { name: '게시', exact: true }).click();
      await expect(main.getByText('게시했습니다.')).toBeVisible();
    };
    await page.goto(`${server.url}/login`);
    await logIn();
    await page.goto(`${server.url}/admin/settings`);
    await main.getByRole('link', { name: /^준비 중/ }).click();
    await turnSwitch();

    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server.url}/price`);
    await expect(page).toHaveTitle('사진관');
    await expect(page.getByRole('heading', { name: '사진관', level: 1 })).toBeVisible();
    await expect(page.getByText('홈페이지를 준비하고 있습니다.')).toBeVisible();
    await expect(page.getByRole('link', { name: '전화 02-000-0000' })).toHaveAttribute(
      'href',
      'tel:020000000',
    );
    await expect(main.getByRole('img', { name: /격자창/ })).toBeVisible();
    expect(await page.locator('script').count()).toBe(0);
    await expectNoLayoutDefects(page, 'without scripts');
    await expectNoAxeViolationsIn(page, ['dark', 'light']);
    await page.getByRole('link', { name: '이용약관' }).click();
    await expect(page.getByRole('heading', { name: '이용약관', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: '사진관' }).first().click();
    await expect(page.getByText('홈페이지를 준비하고 있습니다.')).toBeVisible();

    await page.getByRole('link', { name: '관리자 로그인' }).click();
    await logIn();
    await expect(main.getByText('준비 중입니다. 방문자에게는')).toBeVisible();
    await main.getByRole('link', { name: '홈페이지 열기' }).click();
    await turnSwitch();
    await page.goto(`${server.url}/price`);
    await expect(page.getByRole('heading', { name: '가격', level: 1 })).toBeVisible();
  },
);
