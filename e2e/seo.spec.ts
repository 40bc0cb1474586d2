import { expect, test } from './fixtures.ts';

test(
  'client-side navigation updates the canonical URL, description, robots tag and structured data',
  { tag: ['@2-category', '@full'] },
  async ({ page }) => {
    const canonical = page.locator('head link[rel="canonical"]');
    const structured = page.locator('head script[type="application/ld+json"]');
    const read = async () =>
      JSON.parse((await structured.textContent()) ?? '') as { '@graph': { '@type': string }[] };
    const typesOf = async () => (await read())['@graph'].map((node) => node['@type']);

    await page.goto('/');
    expect(await typesOf()).toEqual(['LocalBusiness', 'WebSite']);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: '풍경' }).first().click();
    await expect(page).toHaveURL('/category/LANDSCAPE');
    await expect(canonical).toHaveAttribute('href', /\/category\/LANDSCAPE$/);
    await expect(structured).toHaveCount(1);
    expect(await typesOf()).toEqual(['LocalBusiness', 'BreadcrumbList', 'Service']);
    await expect(page.locator('head meta[name="description"]')).toHaveCount(1);

    await main.getByRole('link', { name: '예약하기' }).click();
    await expect(page).toHaveURL('/reserve/date?category=LANDSCAPE');
    await expect(canonical).toHaveAttribute('href', /\/reserve\/date$/);

    await main.getByRole('link', { name: '뒤로' }).click();
    await expect(page).toHaveURL('/reserve/type');
    await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(structured).toHaveCount(0);
    await expect(canonical).toHaveCount(0);
  },
);

test(
  'the web manifest has the name of the studio and its icons load',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/');
    const href = (await page.locator('head link[rel="manifest"]').getAttribute('href')) ?? '';
    const manifest = (await (await page.request.get(href)).json()) as {
      name: string;
      icons: { src: string }[];
    };
    expect(manifest.name).toBe(await page.getByRole('banner').getByRole('link').first().textContent());
    for (const { src } of manifest.icons) expect((await page.request.get(src)).ok()).toBe(true);
    expect((await page.request.get('/robots.txt')).headers()['content-type']).toContain('text/plain');
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/category/WEDDING</loc>');
  },
);
