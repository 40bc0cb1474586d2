import type { Page } from '@playwright/test';
import { loginAsAdmin } from './admin-actions.ts';
import { loginAsNewMember } from './booking-actions.ts';
import { expect, expectNoAxeViolations, test, waitForHydration } from './fixtures.ts';
import { inputModeFor, keyboardInput, tabTo } from './input-modes.ts';
import { field, mainButton, menuLink, openMenu } from './member-actions.ts';

/** Delays matching requests until the returned function is called. */
const hold = async (page: Page, url: string): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
};

const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const progress = (page: Page) => page.locator('[data-progress]');
const announcement = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });
const alert = (page: Page) => page.getByRole('alertdialog');

test(
  'navigating to a page with slow data shows and announces a progress bar',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await waitForHydration(page);
    await expect(progress(page)).toHaveCount(0);
    const release = await hold(page, '**/api/photo/category-detail/FOOD');
    await page.getByRole('main').getByRole('link', { name: /^음식/ }).first().click();
    await expect(progress(page)).toBeInViewport();
    await expect(announcement(page)).toHaveText('페이지를 불러오는 중입니다.');
    // With reduced motion the bar is not animated.
    await expect.poll(() => progress(page).evaluate((bar) => bar.getAnimations().length)).toBe(1);
    await expect
      .poll(() => progress(page).evaluate((bar) => bar.getAnimations().map(({ playState }) => playState)))
      .toEqual(['finished']);
    await expectNoAxeViolations(page);
    release();
    await expect(page).toHaveURL('/category/FOOD');
    await expect(progress(page)).toHaveCount(0);
    await expect(announcement(page)).toHaveText(/^음식 사진/);
  },
);

test('navigating to a page with a slow script shows a progress bar', { tag: ['@full'] }, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  const release = await hold(page, '**/assets/*.js');
  await openMenu(page);
  await menuLink(page, '로그인').click();
  await expect(progress(page)).toBeInViewport();
  release();
  await expect(page).toHaveURL('/login');
  await expect(progress(page)).toHaveCount(0);
});

test(
  'navigation moves the focus to the heading of the new page',
  { tag: ['@full'] },
  async ({ page }, info) => {
    await page.goto('/');
    await waitForHydration(page);
    await expect(heading(page)).not.toBeFocused();
    const terms = page.getByRole('contentinfo').getByRole('link', { name: '이용약관' });
    await inputModeFor(page, info).press(terms);
    await expect(page).toHaveURL('/terms');
    await expect(heading(page)).toBeFocused();
    const outline = () => heading(page).evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline()).toBe(info.project.name === 'phone' ? 'none' : 'solid');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await page.goBack();
    await expect(page).toHaveURL('/');
    // The address changes before the page does, and the new page closes a menu that was opened before it.
    await expect(heading(page)).not.toHaveText('이용약관');
    await expect(heading(page)).toBeFocused();
    expect(await outline()).toBe('none');

    // A client-rendered page.
    await openMenu(page);
    await menuLink(page, '로그인').click();
    await expect(page).toHaveURL('/login');
    await expect(heading(page)).toBeFocused();
    await tabTo(page, field(page, '아이디'));
    await keyboardInput(page).fill(field(page, '아이디'), 'member');
    await expect(heading(page)).not.toBeFocused();
  },
);

test(
  'the back button closes an alert at once and cancels its redirect',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/question');
    await waitForHydration(page);
    await page.getByRole('main').getByRole('link', { name: '문의하기' }).click();
    await expect(alert(page)).toContainText('로그인');
    const release = await hold(page, '**/api/question?*');
    await page.goBack();
    await expect(alert(page)).toBeHidden();
    release();
    await expect(heading(page)).toHaveText('문의 목록');
    await page.getByRole('contentinfo').getByRole('link', { name: '이용약관' }).click();
    await expect(heading(page)).toHaveText('이용약관');
    await expect(page).toHaveURL('/terms');
  },
);

test('a hash change on a member page asks a guest to log in again', { tag: ['@full'] }, async ({ page }) => {
  await page.goto('/my-info');
  await expect(alert(page)).toBeVisible();
  await page.evaluate(() => {
    location.hash = 'part';
  });
  await expect(page).toHaveURL('/my-info#part');
  await expect(alert(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/my-info');
  await alert(page).getByRole('button', { name: '확인' }).click();
  await expect(page).toHaveURL('/login');
});

test(
  'the back button in the alert after sending a question cancels the redirect to the list',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsNewMember(page);
    // Load the list once, so that its code is cached and a redirect would request its rows at once.
    await page.goto('/question');
    await waitForHydration(page);
    await openMenu(page);
    await menuLink(page, '1:1 문의').click();
    await page.getByRole('main').getByRole('link', { name: '문의하기', exact: true }).click();
    await field(page, '제목').fill('뒤로 가기');
    await field(page, '내용').fill('알림이 떠 있을 때 뒤로 갑니다.');
    await mainButton(page, '문의하기').click();
    await expect(alert(page)).toContainText('문의를 등록했습니다.');
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/question?')) reads.push(request.url());
    });
    await page.goBack();
    await expect(alert(page)).toBeHidden();
    await expect(heading(page)).toHaveText('1:1 문의');
    await page.getByRole('contentinfo').getByRole('link', { name: '이용약관' }).click();
    await expect(page).toHaveURL('/terms');
    expect(reads).toEqual([]);
  },
);

test(
  'Back returns to the place in an admin page that was left ten minutes ago',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.clock.install();
    await page.goto('/admin/settings');
    const last = page.getByRole('main').getByRole('listitem').getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(200);
    await last.click();
    await expect(page).toHaveURL('/admin/settings/staff');
    await page.clock.fastForward('10:00');
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  },
);

test(
  'Back closes the menu of a phone, and a link in it leaves no entry behind',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/price');
    await waitForHydration(page);
    const menu = page.getByRole('navigation', { name: '주 메뉴' }).filter({ visible: true });
    const open = async (): Promise<void> => {
      await page.getByLabel('메뉴', { exact: true }).click();
      await expect(menu).toBeVisible();
      // Nobody presses Back before the menu has its history entry.
      await page.waitForFunction(() => (history.state as { isCovered?: boolean } | null)?.isCovered === true);
    };
    await open();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/price');

    await open();
    await menu.getByRole('link', { name: '풍경' }).click();
    await expect(page).toHaveURL('/category/LANDSCAPE');
    await page.goBack();
    await expect(page).toHaveURL('/price');
    await expect(menu).toBeHidden();
  },
);
