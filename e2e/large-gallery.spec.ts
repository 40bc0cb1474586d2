import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { logIn, openSite } from '#test/releases/site-client.ts';
import { uploadPhoto } from '#test/releases/site-visit.ts';
import { expect, expectNoAxeViolations, test, waitForHydration } from './fixtures.ts';
import { owner, startOwnServer } from './own-server.ts';

const PHOTOS = 60;
/** Width and height in pixels: from a panorama to a tall phone's picture. */
const SIZES = [
  [1600, 1067],
  [1067, 1600],
  [1200, 1200],
  [1600, 900],
  [1800, 600],
  [1280, 1600],
  [900, 1600],
] as const;
const ROW_HEIGHT_PX = 280;

// Other tests read the categories of the shared server.
const server = startOwnServer({ SAMPLE_CONTENT: 'false' });

const createPhoto = (index: number): Promise<Buffer> => {
  const [width, height] = SIZES[index % SIZES.length] ?? SIZES[0];
  const background = { r: (index * 47) % 256, g: (index * 101) % 256, b: (index * 13) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

test.beforeAll(async () => {
  const site = openSite(server.url, '');
  const token = await logIn(site, owner);
  for (let index = 0; index < PHOTOS; index += 1)
    await uploadPhoto(site, token, 'WEDDING', await createPhoto(index));
});

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}

/** The sum of the page's layout shifts, those after input included. */
const watchLayoutShifts = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
};

test(
  'a gallery of 60 photos of mixed ratios does not shift, and its rows keep their height and order',
  { tag: ['@full'] },
  async ({ page }, { project }) => {
    const readShifts = await watchLayoutShifts(page);
    await page.goto(`${server.url}/category/wedding`);
    await waitForHydration(page);
    const rows = page.getByRole('list', { name: `웨딩 사진 ${PHOTOS}장 모두 보기` });
    const photos = rows.getByRole('button', { name: /^크게 보기: / });
    await expect(photos).toHaveCount(PHOTOS);
    for (const photo of await photos.all()) {
      await photo.scrollIntoViewIfNeeded();
      const image = photo.locator('picture img');
      await expect
        .poll(() =>
          image.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0),
        )
        .toBe(true);
    }
    expect(await readShifts()).toBe(0);

    const boxes = await photos.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
    for (const [index, { top, left, height }] of boxes.entries()) {
      const before = boxes[index - 1];
      if (before === undefined) continue;
      // The next photo stands in the same row or column on the right, or lower.
      expect(top > before.top + 1 || left > before.left).toBe(true);
      expect(top).toBeGreaterThanOrEqual(before.top - 1);
      if (project.name === 'desk') expect(height).toBeLessThanOrEqual(1.5 * ROW_HEIGHT_PX + 1);
    }
    // The focus follows the same order.
    await photos.first().focus();
    for (const index of [1, 2, 3]) {
      await page.keyboard.press('Tab');
      await expect(photos.nth(index)).toBeFocused();
    }
    await expect(page.locator('[aria-live="polite"]', { hasText: `1 / ${PHOTOS}` })).toBeVisible();
    await expectNoAxeViolations(page);
  },
);

test(
  'without JavaScript a gallery of 60 photos shows each photo as a link to its file',
  { tag: ['@full'] },
  async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.url}/category/wedding`);
    const rows = page.getByRole('list', { name: `웨딩 사진 ${PHOTOS}장 모두 보기` });
    const links = rows.getByRole('link', { name: /^크게 보기: / });
    await expect(links).toHaveCount(PHOTOS);
    const href = await links.last().getAttribute('href');
    expect((await page.request.get(`${server.url}${href}`)).headers()['content-type']).toBe('image/jpeg');
    await links.last().scrollIntoViewIfNeeded();
    const image = rows.getByRole('listitem').last().locator('picture img');
    await expect
      .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
      .toBeGreaterThan(0);
    await context.close();
  },
);
