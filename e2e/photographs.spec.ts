import type { Page } from '@playwright/test';
import { defaultCategories } from '#test/factories/default-categories.ts';
import { loginAsAdmin, requestAs } from './admin-actions.ts';
import { expect, expectNoAxeViolations, test, waitForHydration } from './fixtures.ts';

const MIN_SHARPNESS = 0.8;
const MAX_DENSITY = 2;

interface Delivered {
  readonly alt: string;
  readonly file: string;
  /** Pixels of the file, and those that the image needs on this screen. */
  readonly width: number;
  readonly needed: number;
}

/** Scrolls through the page and measures every photo that it shows. */
const measurePhotos = async (page: Page): Promise<Delivered[]> => {
  const images = page.locator('picture img:visible');
  const measured: Delivered[] = [];
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true);
    measured.push(
      await image.evaluate(
        async (one: HTMLImageElement, { maxDensity }) => {
          // `naturalWidth` of an image with a `srcset` is divided by the density, so the file is loaded again without one.
          const file = new Image();
          file.src = one.currentSrc;
          await file.decode();
          const box = one.getBoundingClientRect();
          const ratio = file.naturalWidth / file.naturalHeight;
          const widths = [box.width, box.height * ratio];
          const shown =
            getComputedStyle(one).objectFit === 'contain' ? Math.min(...widths) : Math.max(...widths);
          return {
            alt: one.alt,
            file: one.currentSrc,
            width: file.naturalWidth,
            needed: Math.min(
              shown * Math.min(devicePixelRatio, maxDensity),
              Number(one.getAttribute('width')),
            ),
          };
        },
        { maxDensity: MAX_DENSITY },
      ),
    );
  }
  return measured;
};

const pages = [
  '/',
  '/introduce',
  '/price',
  ...defaultCategories.map((type) => `/category/${type}`),
  '/login',
];

for (const [width, height, deviceScaleFactor] of [
  [360, 740, 2],
  [412, 915, 2.625],
  [768, 1024, 2],
  [1280, 800, 1],
  [1920, 1000, 1],
  [1920, 1000, 2],
] as const)
  test(
    `photos are sharp on all pages on a screen of ${width} by ${height} CSS pixels at device pixel ratio ${deviceScaleFactor}`,
    { tag: ['@full'] },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        baseURL,
        deviceScaleFactor,
        viewport: { width, height },
        isMobile: width < 1000,
        hasTouch: width < 1000,
      });
      const page = await context.newPage();
      let count = 0;
      for (const path of pages) {
        await page.goto(path);
        await waitForHydration(page);
        for (const { alt, file, width: delivered, needed } of await measurePhotos(page)) {
          count += 1;
          expect(delivered, `${path} ${alt} ${file}`).toBeGreaterThanOrEqual(MIN_SHARPNESS * needed - 1);
        }
      }
      expect(count).toBeGreaterThan(20);
      await context.close();
    },
  );

test(
  'an admin chooses the focal point of a photo, which the home page keeps in view',
  { tag: ['@full'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    const readFocus = async () => {
      const { body } = await requestAs(page, token, '/api/photo/home');
      return (body as { WEDDING_MAIN: { focus: object } }).WEDDING_MAIN.focus;
    };
    await page.goto('/admin/photos?category=WEDDING_MAIN');
    await page.getByRole('button', { name: '1번째 사진 수정' }).click();
    const picture = page.getByRole('button', { name: /^초점:/ });
    const box = await picture.boundingBox();
    if (box === null) throw new Error('not shown');
    await picture.click({ position: { x: box.width * 0.2, y: box.height * 0.7 } });
    await expect(picture).toHaveAccessibleName(/왼쪽에서 20%, 위에서 70%/);
    await picture.press('ArrowRight');
    await expect(picture).toHaveAccessibleName(/왼쪽에서 25%, 위에서 70%/);
    await expect(page.getByRole('list', { name: '잘린 모습' }).getByRole('listitem')).toHaveCount(3);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('사진을 저장했습니다.')).toBeVisible();
    expect(await readFocus()).toEqual({ x: 25, y: 70 });
    await page.goto('/');
    const tile = page.getByRole('link', { name: /^웨딩/ }).locator('picture img').first();
    await expect.poll(() => tile.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('25% 70%');
  },
);

test(
  'a photo that is too small for the hero is announced before it is chosen',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.route('**/api/admin/photo?category=LANDSCAPE', async (route) => {
      const [first, second] = (await (await route.fetch()).json()) as object[];
      await route.fulfill({
        json: [
          { ...first, width: 800, height: 600 },
          { ...second, width: 2000, height: 3000 },
        ],
      });
    });
    await page.goto('/admin/photos?category=REPRESENTATIVE');
    await page.getByRole('button', { name: '업로드한 사진에서 선택' }).click();
    const photos = page.getByRole('list', { name: '사진', exact: true }).getByRole('button');
    await photos.first().click();
    await expect(page.getByText('1920픽셀 이상을 권합니다.')).toBeVisible();
    await photos.nth(1).click();
    await expect(page.getByText('이 자리에는 가로 사진이 어울립니다.')).toBeVisible();
  },
);

test(
  'the newest photos on the home page lead to the photo in its category, and on to the next category',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/');
    await waitForHydration(page);
    const newest = page.getByRole('region', { name: '최근 작업' }).getByRole('link');
    await expect(newest).toHaveCount(8);
    const last = newest.last();
    const href = (await last.getAttribute('href')) ?? '';
    await last.click();
    await expect(page).toHaveURL(href);
    await expect(page.locator(`[id="${href.split('#')[1]}"]`)).toBeInViewport({ ratio: 0.5 });
    await page.goto('/category/WEDDING');
    await page.getByRole('navigation', { name: '다른 카테고리' }).getByRole('link').click();
    await expect(page).toHaveURL('/category/LANDSCAPE');
  },
);

test(
  'the enlarged photo has one zoom button and arrows that do not lie on it',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/category/WEDDING');
    await page.getByRole('button', { name: /^1번째 사진 크게 보기/ }).click();
    const dialog = page.getByRole('dialog', { name: '사진 크게 보기' });
    const photo = dialog.locator('picture img').first();
    const [picture, arrow] = await Promise.all([
      photo.boundingBox(),
      dialog.getByRole('button', { name: '다음 사진' }).boundingBox(),
    ]);
    if (picture === null || arrow === null) throw new Error('not shown');
    const isBeside = arrow.x >= picture.x + picture.width || arrow.y >= picture.y + picture.height;
    expect(isBeside, JSON.stringify({ picture, arrow })).toBe(true);
    await dialog.getByRole('button', { name: '확대' }).click();
    await expect(dialog.getByRole('button', { name: '확대' })).toHaveCount(0);
    await dialog.getByRole('button', { name: '축소' }).click();
    await expect(dialog.getByRole('button', { name: '확대' })).toBeVisible();
  },
);

test('login has the cover photo beside it on a wide screen only', { tag: ['@full'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/login');
  await expect(page.getByRole('main').locator('picture img')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: '회원가입' })).toBeVisible();
  await expect(page.getByRole('main').locator('picture img')).toHaveCount(0);
});
