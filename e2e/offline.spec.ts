import { expect, expectNoAxeViolations, test } from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'without a network the cached offline page shows the phone number, and it returns to the site by itself',
  { tag: ['@full'] },
  async ({ page, context, expectPageError }) => {
    // The page asks again and again whether the site is back.
    expectPageError(/net::ERR_INTERNET_DISCONNECTED/);
    await page.goto('/price');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.toSorted()).toEqual(['/offline', '/representative.jpg']);

    await context.setOffline(true);
    await page.goto('/introduce');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('인터넷에 연결되어 있지 않습니다');
    await expect(page.getByRole('link', { name: '전화하기' })).toHaveAttribute('href', /^tel:\d+$/);
    const photo = page.getByRole('main').locator('img');
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
    await expect(page.getByRole('main').getByRole('link', { name: '웨딩' })).toBeVisible();
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: '다시 시도' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('인터넷에 연결되어 있지 않습니다');

    await context.setOffline(false);
    await expect(page).toHaveURL('/introduce');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('순간을 남깁니다');
  },
);
