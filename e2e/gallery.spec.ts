import type { Locator, Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test, waitForHydration } from './fixtures.ts';
import { inputModeFor, mouseInput, tabTo } from './input-modes.ts';
import { swipe } from './swipe.ts';

const counterOf = (page: Page): Locator => page.getByRole('main').getByText(/^\d+ \/ \d+$/);
const stage = (page: Page): Locator => page.getByRole('list', { name: /화살표 키로 넘길 수 있습니다/ });
const thumbnail = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: `${number}번째 사진 보기` });
const openButton = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^${number}번째 사진 크게 보기`) });
const lightbox = (page: Page): Locator => page.getByRole('dialog', { name: '사진 크게 보기' });

/** Waits until the image is visible and decoded. */
const expectSeen = (image: Locator): Promise<void> =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

/** Opens a gallery that shows only sample photos: photos of other tests are removed from the responses. */
const openSample = async (
  page: Page,
  category: string,
  name: RegExp,
  count: number,
  input = mouseInput(page),
) => {
  const reads = { count: 0 };
  await page.route(`**/api/photo/category-detail/${category}`, async (route) => {
    const photos = (await (await route.fetch()).json()) as object[];
    reads.count += 1;
    await route.fulfill({ json: photos.slice(-count) });
  });
  await page.goto('/');
  await waitForHydration(page);
  await input.press(page.getByRole('main').getByRole('link', { name }).first());
  await expect(counterOf(page)).toHaveText(`1 / ${count}`);
  return reads;
};

test(
  'gallery photos can be browsed by keyboard, thumbnails and swipe',
  { tag: ['@2-category', '@6-guest-pages', '@7-category-detail', '@keys-gallery'] },
  async ({ page }, info) => {
    const { project } = info;
    const input = inputModeFor(page, info);
    await openSample(page, 'LANDSCAPE', /^풍경/, 6, input);
    await expect(page.getByRole('main')).toContainText('가장 좋은 시간에 셔터를 누릅니다.');
    const first = openButton(page, 1).locator('picture img');
    await expect(first).toHaveAttribute('fetchpriority', 'high');
    await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
    await expect(openButton(page, 5).locator('picture img')).toHaveAttribute('loading', 'lazy');

    await tabTo(page, stage(page));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(counterOf(page)).toHaveText('3 / 6');
    await page.keyboard.press('End');
    await expect(counterOf(page)).toHaveText('6 / 6');
    await expectSeen(openButton(page, 6).locator('picture img'));
    await expect(thumbnail(page, 6)).toHaveAttribute('aria-current', 'true');
    await expect(thumbnail(page, 6)).toBeInViewport({ ratio: 0.99 });
    await page.keyboard.press('Home');
    await expect(counterOf(page)).toHaveText('1 / 6');

    // The focus stays on the visible photo, and on a button that becomes disabled at the end.
    await tabTo(page, openButton(page, 1));
    await page.keyboard.press('ArrowRight');
    await expect(openButton(page, 2)).toBeFocused();
    const next = page.getByRole('button', { name: '다음 사진' });
    await tabTo(page, next);
    for (const number of [3, 4, 5, 6, 6]) {
      await page.keyboard.press('Enter');
      await expect(counterOf(page)).toHaveText(`${number} / 6`);
    }
    await expect(next).toBeFocused();
    await expect(next).toHaveAttribute('aria-disabled', 'true');

    if (project.name === 'phone') await input.press(thumbnail(page, 2));
    else {
      // The thumbnails are one tab stop. Arrow keys move from the selected one.
      await tabTo(page, thumbnail(page, 6));
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft');
    }
    await expect(counterOf(page)).toHaveText('2 / 6');
    await page.keyboard.press('ArrowRight');
    await expect(thumbnail(page, 3)).toBeFocused();
    await expect(counterOf(page)).toHaveText('3 / 6');
    await expect(openButton(page, 3)).toBeInViewport({ ratio: 0.5 });

    if (project.name === 'phone') {
      await swipe(page, stage(page), -250);
      await expect(counterOf(page)).toHaveText('4 / 6');
      // Waits until scrolling has ended: a touch on a moving list only stops it.
      await expect(openButton(page, 4)).toBeInViewport({ ratio: 0.99 });
      await swipe(page, stage(page), 250);
      await expect(counterOf(page)).toHaveText('3 / 6');
    }
    await expectNoAxeViolations(page);
  },
);

test(
  'the lightbox zooms, moves to the next photo and closes on the last viewed photo',
  { tag: ['@full'] },
  async ({ page }, { project }) => {
    const reads = await openSample(page, 'FOOD', /^음식/, 5);
    const pages = await page.evaluate(() => history.length);
    await openButton(page, 1).click();
    const dialog = lightbox(page);
    await expect(dialog.getByText('1 / 5', { exact: true })).toBeVisible();
    const shown = (): Locator => dialog.locator('.yarl__slide_current picture img');
    await expectSeen(shown());
    expect(await shown().evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
    await expect(shown()).toHaveAttribute('alt', /.+/);

    const widthOf = async (): Promise<number> => (await shown().boundingBox())?.width ?? 0;
    const whole = await widthOf();
    await dialog.getByRole('button', { name: '확대' }).click();
    await expect.poll(widthOf).toBeGreaterThan(whole * 1.5);
    await dialog.getByRole('button', { name: '축소' }).click();
    await expect.poll(widthOf).toBeCloseTo(whole, 0);
    if (project.name === 'phone') await shown().dblclick();
    else await page.keyboard.press('+');
    await expect.poll(widthOf).toBeGreaterThan(whole * 1.5);
    await page.keyboard.press('Control+0');
    await expect.poll(widthOf).toBeCloseTo(whole, 0);

    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText('2 / 5', { exact: true })).toBeVisible();
    await expectSeen(shown());
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(counterOf(page)).toHaveText('2 / 5');
    await expect(openButton(page, 2)).toBeFocused();

    // Enter opens the focused photo. Back closes the lightbox first and leaves the page second.
    await page.keyboard.press('ArrowRight');
    await expect(openButton(page, 3)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('3 / 5', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(counterOf(page)).toHaveText('3 / 5');
    await expect(openButton(page, 3)).toBeFocused();
    expect(await page.evaluate(() => history.length)).toBe(pages + 1);
    // Closing the lightbox did not reload the page.
    expect(reads.count).toBe(1);
    await page.goBack();
    await expect(page).toHaveURL('/');
  },
);

test(
  'the photo of a tile moves to its category, and a pressed photo to the lightbox',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        void transition.ready.then(() => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect && effect.pseudoElement !== null)
              moved.push(effect.pseudoElement);
        });
        return transition;
      };
    });
    const expectMoved = (name: string): Promise<void> =>
      expect
        .poll(() => page.evaluate(() => (window as unknown as { moved: string[] }).moved))
        .toContain(`::view-transition-group(${name})`);
    await page.goto('/');
    await waitForHydration(page);
    await page
      .getByRole('region', { name: '무엇을 찍어 드릴까요?' })
      .getByRole('link', { name: /^풍경/ })
      .click();
    await expect(page).toHaveURL('/category/LANDSCAPE');
    await expectMoved('photo');
    await page
      .getByRole('button', { name: /^크게 보기: / })
      .nth(2)
      .click();
    await expect(lightbox(page)).toBeVisible();
    await expectMoved('large-photo');
  },
);

test(
  'all photos of a category stand in rows below its slider, and open in the lightbox',
  { tag: ['@full'] },
  async ({ page }, { project }) => {
    await page.goto('/category/landscape');
    await waitForHydration(page);
    const rows = page.getByRole('list', { name: /^풍경 사진 \d+장 모두 보기$/ });
    const links = rows.getByRole('button', { name: /^크게 보기: / });
    const slides = await page.getByRole('button', { name: /번째 사진 크게 보기/ }).count();
    await expect(links).toHaveCount(slides);
    const boxes = await links.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
    // The order of the elements is that of the eye: no photo begins above the one before it.
    for (const [index, { top }] of boxes.entries())
      expect(top).toBeGreaterThanOrEqual((boxes[index - 1]?.top ?? 0) - 1);
    if (project.name === 'desk')
      for (const { height } of boxes) expect(height).toBeLessThanOrEqual(1.5 * 280 + 1);
    await links.nth(2).click();
    const dialog = lightbox(page);
    await expect(dialog.getByText(`3 / ${slides}`, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('link', { name: '이런 촬영 예약하기' })).toHaveAttribute(
      'href',
      '/reserve/date?category=LANDSCAPE',
    );
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText(`4 / ${slides}`, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(links.nth(3)).toBeFocused();
    await expectNoAxeViolations(page);
  },
);

test(
  'a photo that cannot be loaded falls back to its JPEG or to its preview and alt text',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/404|ERR_FAILED/);
    // No rendition of the first photo loads, and only the JPEG of the second.
    const response = await page.request.get('/category/FOOD');
    await page.route('**/category/FOOD', (route) => route.fulfill({ response }));
    // A set, because the first photo appears a second time as the package's picture.
    const [one = '', two = ''] = new Set(
      Array.from(
        (await response.text()).matchAll(/"imageUrl":"\/photos\/([^"]+)\.jpg"/g),
        ([, name = '']) => name,
      ),
    );
    await page.route(`**/photos/${one}*`, (route) => route.fulfill({ status: 404 }));
    await page.route(`**/photos/${two}-*`, (route) => route.abort());
    await page.goto('/category/FOOD');
    await waitForHydration(page);
    const name = await openButton(page, 1).getAttribute('aria-label');
    await expect(openButton(page, 1).getByText(name?.split(': ')[1] ?? 'no words')).toBeVisible();
    await expect(openButton(page, 1).locator('picture img')).toHaveCount(0);
    await page.getByRole('button', { name: '다음 사진' }).click();
    const second = openButton(page, 2).locator('picture img');
    await expectSeen(second);
    expect(await second.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.jpg$/);
    await expectNoAxeViolations(page);
  },
);

test(
  'home renders without the photos that are missing or cannot be loaded (F-27)',
  { tag: ['@full', '@7-photo-home', '@8-home-photos', '@8-no-photos'] },
  async ({ page, expectPageError }) => {
    expectPageError(/404|status of 500/);
    await page.goto('/');
    const tiles = page.getByRole('region', { name: '무엇을 찍어 드릴까요?' });
    const pictures = tiles.locator('picture img');
    await expect(pictures).toHaveCount(4);
    await expect(page.locator('main picture img').first()).toHaveAttribute('fetchpriority', 'high');
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expectSeen(picture);
    }

    const photos = (await (await page.request.get('/api/photo/home')).json()) as Record<
      string,
      { savedFileName: string } | undefined
    >;
    await page.route(`**/photos/${photos.FOOD_MAIN?.savedFileName}*`, (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.reload();
    await waitForHydration(page);
    await tiles.scrollIntoViewIfNeeded();
    await tiles.getByRole('link', { name: /^음식/ }).scrollIntoViewIfNeeded();
    await expect(pictures).toHaveCount(3);
    await expect(tiles.getByRole('link', { name: /^음식/ })).toBeVisible();

    // Client-side navigation: with a failed request, and with categories that have no photos.
    await page.goto('/price');
    await waitForHydration(page);
    await page.route('**/api/photo/home', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.getByText('대표 이미지가 없습니다.')).toHaveCount(5);
    await page.unroute('**/api/photo/home');
    await page.goto('/price');
    await waitForHydration(page);
    const others = { ...photos, REPRESENTATIVE: undefined, WEDDING_MAIN: undefined };
    await page.route('**/api/photo/home', (route) => route.fulfill({ json: others }));
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page.getByText('대표 이미지가 없습니다.')).toHaveCount(1);
    // The first photo of the category stands in for its cover.
    await expect(tiles.getByRole('link', { name: /^웨딩/ }).locator('picture img')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.route('**/api/photo/category-detail/WEDDING', (route) => route.fulfill({ json: [] }));
    await tiles.getByRole('link', { name: /웨딩/ }).click();
    await expect(page.getByText('이미지가 없습니다.', { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
  },
);

test(
  'without JavaScript, gallery photos are browsed and enlarged by links',
  { tag: ['@full'] },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/category/LANDSCAPE');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await page.getByRole('link', { name: '3번째 사진 보기' }).click();
    const third = page.getByRole('link', { name: '3번째 사진 크게 보기' });
    await expect(third).toBeInViewport({ ratio: 0.5 });
    await third.click();
    await expect(page).toHaveURL(/\/photos\/[^/]+\.jpg$/);
    await context.close();
  },
);

test('a gallery with one photo shows no navigation', { tag: ['@full'] }, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  const photos = (await (await page.request.get('/api/photo/category-detail/PRODUCT')).json()) as object[];
  await page.route('**/api/photo/category-detail/PRODUCT', (route) =>
    route.fulfill({ json: photos.slice(-1) }),
  );
  await page.getByRole('link', { name: /^제품/ }).first().click();
  await expect(openButton(page, 1)).toBeVisible();
  await expect(page.getByRole('button', { name: '다음 사진' })).toHaveCount(0);
  await expect(thumbnail(page, 1)).toHaveCount(0);
  await openButton(page, 1).click();
  const dialog = lightbox(page);
  await expect(dialog.getByText('1 / 1', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: '다음 사진' })).toHaveCount(0);
  await dialog.getByRole('button', { name: '닫기' }).click();
  await expect(dialog).toBeHidden();
  await expect(openButton(page, 1)).toBeFocused();
});
