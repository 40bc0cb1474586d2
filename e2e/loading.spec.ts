import type { Locator, Page, Request } from '@playwright/test';
import { declaredPages } from './declared-pages.ts';
import { expect, expectNoAxeViolations, registerMember, test, waitForHydration } from './fixtures.ts';
import { askByApi, uniqueWord, questionRow } from './question-actions.ts';

const FAILED = '페이지를 불러오지 못했습니다';

/** Delays the scripts of the page until the returned function is called. */
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

test('a member page without JavaScript says that it requires it', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/my-info');
  const main = page.getByRole('main');
  // Role and text locators ignore `noscript`.
  const notice = main.locator('noscript h1');
  await expect(notice).toBeVisible();
  await expect(notice).toHaveText('이 화면은 자바스크립트를 켜야 볼 수 있습니다');
  await expect(main.locator('noscript a')).toHaveAttribute('href', /^tel:/);
  await context.close();
});

for (const code of ['entry-client', 'react-dom', 'login-page'])
  test(
    `a member page whose script (${code}) fails to load offers a retry`,
    { tag: ['@full'] },
    async ({ page, expectPageError }) => {
      expectPageError(/ERR_FAILED/);
      await page.route(`**/assets/${code}-*.js`, (route) => route.abort());
      await page.goto('/login');
      await expect(page.getByRole('alert')).toContainText(FAILED);
      await expectNoAxeViolations(page);
      await page.unroute(`**/assets/${code}-*.js`);
      await page.getByRole('link', { name: '다시 시도' }).click();
      await expect(page.getByLabel('아이디', { exact: true })).toBeVisible();
    },
  );

test(
  'a page whose script fails to load during navigation shows an error and can be retried',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED|Failed to fetch dynamically imported module|LazyImportFailed|ErrorResponse/);
    await page.goto('/reserve');
    await waitForHydration(page);
    await page.route('**/assets/shoot-type-page-*.js', (route) => route.abort());
    await page.getByRole('main').getByRole('link', { name: '예약하기' }).click();
    await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
    await page.unroute('**/assets/shoot-type-page-*.js');
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('list', { name: '카테고리', exact: true })).toBeVisible();
  },
);

test('a click before hydration is replayed once', { tag: ['@full'] }, async ({ page }) => {
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

test(
  'a lightbox script that fails to load shows an error and keeps the page',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED/);
    await page.route('**/assets/photo-lightbox-*', (route) => route.abort());
    await page.goto('/category/FOOD');
    await page.getByRole('button', { name: /^1번째 사진 크게 보기/ }).click();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('사진을 불러오지 못했습니다. 다시 시도해 주세요.');
    await alert.getByRole('button', { name: '확인' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

const JAVASCRIPT_BYTES = 120_000;
const FONT_BYTES = 65_000;

/** The transfer size of `urls` in bytes. */
const weigh = async (page: Page, urls: readonly string[]): Promise<number> => {
  let bytes = 0;
  for (const url of urls) {
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url() === url),
      page.evaluate((address) => fetch(address, { cache: 'no-store' }), url),
    ]);
    await response.finished();
    bytes += (await response.request().sizes()).responseBodySize;
  }
  return bytes;
};

test('a public page without a form loads at most 5 files, and home 120 kB of JavaScript', async ({
  page,
}) => {
  // The date page also loads the code of bookings: 30 kB in 20 small files.
  const publicPages = declaredPages.filter(
    ({ path, audience }) => audience === 'public' && path !== '/reserve/date',
  );
  for (const path of publicPages.map(({ path }) => path.replace(':categoryId', 'WEDDING'))) {
    const requested: string[] = [];
    const note = (request: Request): void => void requested.push(request.url());
    page.on('request', note);
    await page.goto(path);
    await waitForHydration(page);
    page.off('request', note);
    const code = requested.filter((one) => one.endsWith('.js'));
    expect(code.filter((one) => one.includes('/entry-client-'))).toHaveLength(1);
    expect(code.length).toBeLessThanOrEqual(5);
    if (path === '/') expect(await weigh(page, code)).toBeLessThanOrEqual(JAVASCRIPT_BYTES);
  }
});

/** The fonts that the server's HTML preloads. */
const preloadedFonts = (page: Page): Promise<string[]> =>
  page
    .locator('link[rel="preload"][as="font"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));

test('the fonts preloaded by the document weigh at most 65 kB', async ({ page }) => {
  const release = await holdCode(page);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fetched.push(request.url());
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const preloaded = await preloadedFonts(page);
  expect([...new Set(fetched)].sort()).toEqual(preloaded.toSorted());
  expect(await weigh(page, preloaded)).toBeLessThanOrEqual(FONT_BYTES);
  release();
});

/** The number of declared font faces, including the unicode-range slices. */
const countSlices = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.fonts].filter(({ family }) => /Pretendard|Gowun/.test(family)).length);

test('the core fonts contain every character of the fixed texts', { tag: ['@full'] }, async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fetched.push(new URL(request.url()).pathname);
  });
  for (const path of [
    '/category/FOOD',
    '/price',
    '/introduce',
    '/reserve',
    '/inquiry',
    '/login',
    '/register',
  ]) {
    await page.goto(path);
    await waitForHydration(page);
    await expect.poll(() => countSlices(page)).toBeGreaterThan(100);
    await page.evaluate(() => document.fonts.ready);
  }
  expect(fetched.filter((font) => !/\/(text|bold|display)-[^/]+\.woff2$/.test(font))).toEqual([]);
});

/** The fonts that render the text of `target`. `isCustomFont` is true for web fonts. */
const drawnWith = async (page: Page, target: Locator) => {
  const debuggerOf = await page.context().newCDPSession(page);
  const { root } = await debuggerOf.send('DOM.getDocument');
  await debuggerOf.send('CSS.enable');
  await target.evaluate((element) => element.setAttribute('data-drawn', ''));
  const { nodeId } = await debuggerOf.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[data-drawn]',
  });
  const { fonts } = await debuggerOf.send('CSS.getPlatformFontsForNode', { nodeId });
  await debuggerOf.detach();
  return fonts;
};

test(
  'rare syllables in user text are rendered in the web font of the site',
  { tag: ['@full'] },
  async ({ page }) => {
    const member = await registerMember();
    const title = `${uniqueWord()} 뷁쌰훑`;
    await askByApi(page, member, { title });
    await page.goto('/question');
    const written = questionRow(page, title).getByText(title);
    await expect(written).toBeVisible();
    await expect
      .poll(async () => (await drawnWith(page, written)).every(({ isCustomFont }) => isCustomFont))
      .toBe(true);
  },
);

test('rare syllables in a title are rendered in the display font', { tag: ['@full'] }, async ({ page }) => {
  await page.goto('/price');
  await expect.poll(() => countSlices(page)).toBeGreaterThan(100);
  const loaded = await page.evaluate(async () =>
    (await document.fonts.load('500 2rem "Gowun Batang"', '뷁')).map(({ status }) => status),
  );
  expect(loaded).toEqual(['loaded']);
});
