import { expect, test } from './fixtures.ts';

test(
  'the introduction shows the way: the address can be copied, and map and phone links open',
  { tag: ['@full'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/introduce');
    const directions = page.getByRole('region', { name: '오시는 길' });
    const address = await directions.locator('address').innerText();
    expect(address).not.toBe('');
    for (const [name, origin] of [
      ['네이버 지도', 'https://map.naver.com/p/search/'],
      ['카카오맵', 'https://map.kakao.com/link/search/'],
    ] as const) {
      const link = directions.getByRole('link', { name });
      await expect(link).toHaveAttribute('href', `${origin}${encodeURIComponent(address)}`);
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    await expect(directions.getByRole('link', { name: /^전화/ })).toHaveAttribute('href', /^tel:\d+$/);
    await directions.getByRole('button', { name: '주소 복사' }).click();
    await expect(directions.getByText('주소를 복사했습니다.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  },
);
