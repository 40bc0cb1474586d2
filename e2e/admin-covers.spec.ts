import { countingInput } from './counting-input.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { logInAsOwner, startOwnServer } from './own-server.ts';
import { photoTiles } from './photo-actions.ts';

// Other tests read the covers of the shared server.
const server = startOwnServer({ SAMPLE_CONTENT: 'true' });

test(
  'the photos of four categories on the home page are chosen with eight taps',
  { tag: ['@full'] },
  async ({ page }) => {
    await logInAsOwner(page, server);
    await page.goto(`${server.url}/admin/photos?category=landscape`);
    const { counts, tap } = countingInput(page);
    const main = page.getByRole('main');
    const categories = page.getByRole('navigation', { name: '사진 카테고리' });
    for (const name of ['풍경', '제품', '음식', '웨딩']) {
      if (name !== '풍경') await tap(categories.getByRole('link', { name: new RegExp(`^${name}(?! 대표)`) }));
      await expect(
        main.getByRole('heading', { level: 2, name: new RegExp(`^${name} \\d+장`) }),
      ).toBeVisible();
      const tiles = main.getByRole('list').filter({ has: page.getByRole('button', { name: /홈 대표로$/ }) });
      const tile = tiles
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: '3번째 사진 홈 대표로' }) });
      await tap(tile.getByRole('button', { name: '3번째 사진 홈 대표로' }));
      await expect(main.getByText(`선택한 사진이 홈의 ‘${name} 대표’ 자리에 표시됩니다.`)).toBeVisible();
      const pressed = main.getByRole('button', { name: '3번째 사진 홈 대표로', pressed: true });
      await expect(pressed).toBeFocused();
    }
    await expectNoAxeViolations(page);
    expect(counts.taps).toBeLessThanOrEqual(8);

    const shown = (await (await page.request.get(`${server.url}/api/photo/home`)).json()) as Record<
      string,
      { savedFileName: string }
    >;
    for (const type of ['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING']) {
      const gallery = (await (
        await page.request.get(`${server.url}/api/photo/category-detail/${type}`)
      ).json()) as { savedFileName: string }[];
      expect(shown[`${type}_MAIN`]?.savedFileName).toBe(gallery[2]?.savedFileName);
    }
  },
);

test(
  'a photo that is dropped on a place of the miniature home page is shown there',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await logInAsOwner(page, server);
    await page.goto(`${server.url}/admin/photos?category=landscape`);
    const place = page.getByRole('link', { name: '음식 대표' });
    const file = async (): Promise<string> => {
      const home = await page.request.get(`${server.url}/api/photo/home`);
      return ((await home.json()) as { FOOD_MAIN: { savedFileName: string } }).FOOD_MAIN.savedFileName;
    };
    const gallery = await page.request.get(`${server.url}/api/photo/category-detail/LANDSCAPE`);
    const dropped = ((await gallery.json()) as { savedFileName: string }[]).at(-1)?.savedFileName;
    expect(await file()).not.toBe(dropped);

    // From the end of the page: the miniature stays on the screen while the photos scroll.
    const tile = photoTiles(page).last().locator('> div:first-child');
    await tile.hover({ position: { x: 40, y: 40 } });
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await page.mouse.down();
    await place.hover({ position: { x: 30, y: 30 } });
    await place.hover({ position: { x: 40, y: 40 } });
    await expect(place).toHaveAttribute('data-over');
    await expect(place.locator('picture img')).toHaveAttribute('src', new RegExp(dropped ?? 'unknown'));
    await page.mouse.up();
    await expect(page.getByText('선택한 사진이 홈의 ‘음식 대표’ 자리에 표시됩니다.')).toBeVisible();
    expect(await file()).toBe(dropped);
    await expect(place).not.toHaveAttribute('data-over');
    await expect(place.locator('picture img')).toHaveAttribute('src', new RegExp(dropped ?? 'unknown'));
    await expectNoAxeViolations(page);

    await page.goto(server.url);
    const cover = page.getByRole('link', { name: /^음식/ }).locator('picture img').first();
    await cover.scrollIntoViewIfNeeded();
    await expect(cover).toHaveAttribute('src', new RegExp(dropped ?? 'unknown'));
  },
);
