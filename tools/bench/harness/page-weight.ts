import { request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { Figures } from './interleaved-runs.ts';

/** Bytes of the response body for a client that accepts brotli. */
const compressedBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    clientRequest.on('error', reject);
    clientRequest.end();
  });

const totalBytes = async (urls: readonly string[]): Promise<number> =>
  (await Promise.all(urls.map(compressedBytes))).reduce((sum, bytes) => sum + bytes, 0);

const kilobytes = (bytes: number): number => bytes / 1000;

interface Visit {
  readonly scripts: readonly string[];
  /** Fonts requested before the largest contentful paint. */
  readonly fonts: readonly string[];
  readonly html: string;
  readonly hero: string;
  /** Milliseconds from the largest contentful paint to the first script request; negative when a script came too early. */
  readonly scriptsAfterLcp: number;
}

const measureTimes = (page: Page): Promise<Pick<Visit, 'fonts' | 'scriptsAfterLcp'>> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          const painted = list.getEntries().at(-1)?.startTime ?? 0;
          const resources = performance.getEntriesByType('resource');
          const scriptStarts = resources
            .filter(({ name }) => name.endsWith('.js'))
            .map(({ startTime }) => startTime);
          const fonts = resources.filter(
            ({ name, startTime }) => name.endsWith('.woff2') && startTime < painted,
          );
          resolve({
            fonts: [...new Set(fonts.map(({ name }) => name))],
            scriptsAfterLcp: Math.min(...scriptStarts) - painted,
          });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

/** First visit with an empty cache on a phone of 414 CSS pixels at 2x: collects every request until the network is idle. */
const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 414, height: 896 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('response', (loaded) => {
    const isOwn =
      loaded.request().resourceType() === 'script' && !loaded.url().endsWith('/service-worker.js');
    if (isOwn) scripts.add(loaded.url());
  });
  const response = await page.goto(url, { waitUntil: 'networkidle' });
  // The page hydrates when it is idle. Half a second without requests after that means everything has loaded.
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
  await page.waitForLoadState('networkidle');
  const hero = await page.evaluate(
    () => document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')?.currentSrc ?? '',
  );
  const result = {
    scripts: [...scripts],
    html: (await response?.text()) ?? '',
    hero,
    ...(await measureTimes(page)),
  };
  await context.close();
  return result;
};

const STYLE = /<style>.*?<\/style>/gs;

/** Page weight in kilobytes (brotli; fonts and photos as they are) and number of files. */
export const weighPages = async (
  browser: Browser,
  url: string,
  memberRoutes: readonly string[],
  pages: Readonly<Record<string, string>>,
): Promise<Figures> => {
  const home = await visit(browser, `${url}/`);
  const weights: Figures = {
    'home JavaScript kB': kilobytes(await totalBytes(home.scripts)),
    'home JavaScript files': home.scripts.length,
    'home CSS kB': kilobytes(brotliCompressSync((home.html.match(STYLE) ?? []).join('')).length),
    'home HTML kB': kilobytes(brotliCompressSync(home.html.replaceAll(STYLE, '')).length),
    'home fonts before LCP kB': kilobytes(await totalBytes(home.fonts)),
    'home hero kB': kilobytes(await compressedBytes(home.hero)),
    'home JavaScript after LCP ms': home.scriptsAfterLcp,
  };
  for (const [name, path] of Object.entries(pages))
    weights[`${name} document kB`] = kilobytes(await compressedBytes(url + path));
  for (const route of memberRoutes) {
    const { scripts } = await visit(browser, url + route);
    const own = scripts.filter((script) => !home.scripts.includes(script));
    weights[`${route} JavaScript kB`] = kilobytes(await totalBytes(own));
  }
  return weights;
};
