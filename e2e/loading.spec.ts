import type { Page, Request } from '@playwright/test';
import { openPages } from '#contract/pages.ts';
import { expect, expectNoAxeFindings, test, untilTakenOver } from './fixtures.ts';

const FAILED = '페이지를 불러오지 못했습니다.';

/** Holds the browser's code back until the answer is called. */
const holdCode = async (page: Page): Promise<() => void> => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
};

test('a member page without script says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/my-info');
  const main = page.getByRole('main');
  // Texts within `noscript` are looked for by no other locator.
  const notice = main.locator('noscript h1');
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText('이 화면은 자바스크립트를 켜야 볼 수 있습니다.');
  await expect(main.locator('noscript a')).toHaveAttribute('href', /^tel:/);
  await context.close();
});

for (const code of ['entry-client', 'login-page'])
  test(`a member page without its code (${code}) offers another try`, async ({ page, expectFault }) => {
    expectFault(/ERR_FAILED/);
    await page.route(`**/assets/${code}-*.js`, (route) => route.abort());
    await page.goto('/login');
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await expectNoAxeFindings(page);
    await page.unroute(`**/assets/${code}-*.js`);
    await page.getByRole('link', { name: '다시 시도' }).click();
    await expect(page.getByLabel('아이디', { exact: true })).toBeVisible();
  });

test('a page whose code does not come on the way says so', async ({ page, expectFault }) => {
  expectFault(/ERR_FAILED|Failed to fetch dynamically imported module|CodeMissing|ErrorResponse/);
  await page.goto('/reserve');
  await untilTakenOver(page);
  await page.route('**/assets/type-page-*.js', (route) => route.abort());
  await page.getByRole('main').getByRole('link', { name: '예약하기' }).click();
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
  await page.unroute('**/assets/type-page-*.js');
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expect(page.getByRole('radio').first()).toBeAttached();
});

test('a press before the page is alive counts, once', async ({ page }) => {
  const release = await holdCode(page);
  await page.goto('/category/FOOD');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '다음 사진' }).click();
  await expect(main.getByText(/^1 \/ \d+$/)).toBeVisible();
  release();
  await expect(main.getByText(/^2 \/ \d+$/)).toBeVisible();
  await main.getByRole('button', { name: '다음 사진' }).click();
  await expect(main.getByText(/^3 \/ \d+$/)).toBeVisible();
});

test('full screen that cannot be loaded says so and leaves the page', async ({ page, expectFault }) => {
  expectFault(/ERR_FAILED/);
  await page.route('**/assets/photo-lightbox-*', (route) => route.abort());
  await page.goto('/category/FOOD');
  await page.getByRole('button', { name: /^1번째 사진 크게 보기/ }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('사진을 크게 열지 못했습니다. 다시 시도해 주세요.');
  await alert.getByRole('button', { name: '확인' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('what the first pages say in bold comes with the first file of bold characters', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  for (const path of ['/', '/category/WEDDING', '/category/FOOD', '/price', '/introduce', '/question']) {
    await page.goto(path);
    await untilTakenOver(page);
    // Late fonts are declared when the page is idle.
    await page.waitForFunction(() =>
      [...document.fonts].some(({ unicodeRange }) => unicodeRange.length > 20),
    );
    await page.evaluate(() => document.fonts.ready);
  }
  expect(fetched.filter((url) => url.includes('/assets/strong-'))).not.toEqual([]);
  expect(fetched.filter((url) => url.includes('/assets/rest-strong-'))).toEqual([]);
});

test('a public page loads no schemas, and few files', async ({ page }) => {
  for (const path of openPages) {
    const asked: string[] = [];
    const note = (request: Request): void => void asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    await page.goto(path);
    await untilTakenOver(page);
    page.off('request', note);
    const code = asked.filter((one) => one.endsWith('.js'));
    expect(code.filter((one) => one.includes('/entry-client-'))).toHaveLength(1);
    expect(code.filter((one) => one.includes('/schemas-'))).toEqual([]);
    expect(code.length).toBeLessThan(16);
  }
});
