import { loginAsAdmin } from './admin-actions.ts';
import { expect, test } from './fixtures.ts';
import { listPhotos, photoTiles } from './photo-actions.ts';

test(
  'the photos of the admin fill their frames, on a desk in rows of one height, and can be dragged to another row',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    const photos = await listPhotos(page, token, 'WEDDING');
    const sizes = [
      [3000, 2000],
      [2000, 3000],
      [2000, 2000],
      [4000, 1000],
    ];
    const json = Array.from({ length: 12 }, (_, index) => {
      const [width, height] = sizes[index % sizes.length] ?? [];
      return { ...photos[index % photos.length], id: index + 1, width, height };
    });
    await page.route('**/api/admin/photo?category=WEDDING', (route) => route.fulfill({ json }));
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto('/admin/photos?category=WEDDING');
    await expect(photoTiles(page)).toHaveCount(json.length);
    const frames = photoTiles(page).locator('> div:first-child');
    const boxes = await frames.evaluateAll((all) =>
      all.map((frame) => {
        const { x, y, width, height } = frame.getBoundingClientRect();
        return { x, y: Math.round(y), width, height, right: x + width };
      }),
    );
    const rows = [...new Set(boxes.map(({ y }) => y))].map((y) => boxes.filter((box) => box.y === y));
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows.slice(0, -1)) {
      const heights = row.map(({ height }) => height);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(Math.max(...heights) * 0.1);
      expect(Math.max(...row.map(({ right }) => right))).toBeGreaterThan(1180);
    }
    for (const image of await frames.locator('picture img').all())
      expect(await image.evaluate((one) => getComputedStyle(one).objectFit)).toBe('cover');

    const order = page.waitForRequest('**/api/admin/photo/order');
    await page.route('**/api/admin/photo/order', (route) => route.fulfill({ status: 204 }));
    const last = boxes.findIndex(({ y }) => y > (boxes[0]?.y ?? 0));
    // Grabbed near its left side, so that the center of the dragged photo is elsewhere.
    await frames.nth(0).hover({ position: { x: 12, y: 60 } });
    await page.mouse.down();
    await frames.nth(last).hover({ position: { x: 20, y: 20 } });
    await frames.nth(last).hover({ position: { x: 24, y: 24 } });
    await expect(photoTiles(page).nth(last)).toHaveAttribute('data-drop', 'after');
    await page.mouse.up();
    const { ids } = (await order).postDataJSON() as { ids: number[] };
    expect(ids.indexOf(1)).toBe(last);

    await page.setViewportSize({ width: 360, height: 740 });
    const box = await frames.nth(3).boundingBox();
    expect(box?.width).toBeCloseTo(box?.height ?? 0, 0);
    for (const button of await photoTiles(page).first().getByRole('button').all()) {
      const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  },
);
