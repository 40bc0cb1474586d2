import { expect, test } from './fixtures.ts';

const MIN_SHARPNESS = 0.8;
const MAX_DENSITY = 2;

for (const [width, height, deviceScaleFactor] of [
  [360, 740, 2],
  [412, 823, 1.75],
  [360, 740, 3],
  [412, 915, 2.625],
] as const)
  test(
    `the hero image is sharp on a phone ${width} CSS pixels wide at device pixel ratio ${deviceScaleFactor}`,
    { tag: ['@full'] },
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({
        baseURL,
        deviceScaleFactor,
        viewport: { width, height },
        isMobile: true,
        hasTouch: true,
      });
      const page = await context.newPage();
      const fetched: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'image') fetched.push(request.url());
      });
      await page.goto('/');
      const hero = page.locator('img[fetchpriority="high"]');
      await expect.poll(() => hero.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
      const { file, fileWidth, originalWidth, rendered } = await hero.evaluate(
        async (image: HTMLImageElement) => {
          // `naturalWidth` of an image with a `srcset` is divided by the density, so the file is loaded again without one.
          const read = new Image();
          read.src = image.currentSrc;
          await read.decode();
          const box = image.getBoundingClientRect();
          return {
            file: image.currentSrc,
            fileWidth: read.naturalWidth,
            originalWidth: Number(image.getAttribute('width')),
            rendered: Math.max(box.width, box.height * (read.naturalWidth / read.naturalHeight)),
          };
        },
      );
      const needed = Math.min(rendered * Math.min(deviceScaleFactor, MAX_DENSITY), originalWidth);
      expect(fileWidth).toBeGreaterThanOrEqual(MIN_SHARPNESS * needed);

      // The preloaded file is the displayed one.
      const name = /([^/]+)-\d+\.avif$/.exec(file)?.[1] ?? 'no AVIF';
      expect(fetched.filter((url) => url.includes(name) && url.endsWith('.avif'))).toEqual([file]);
      const preload = page.locator('head link[rel="preload"][as="image"]');
      const source = page.locator('picture', { has: hero }).locator('source').first();
      expect(await preload.getAttribute('imagesizes')).toBe(await source.getAttribute('sizes'));
      expect(await preload.getAttribute('imagesrcset')).toBe(await source.getAttribute('srcset'));
      await context.close();
    },
  );
