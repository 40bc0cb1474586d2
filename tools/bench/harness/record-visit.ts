import type { Browser } from '@playwright/test';

/** Pages of a typical visit, from the home page to the calendar. */
const VISITED_PAGES = ['/', '/category/WEDDING', '/price', '/reserve/date?category=WEDDING'];
const PHONE_CONTEXT = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true };

export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Records the requests that a phone's browser with an empty cache makes during the visit, each URL once. */
export const recordVisit = async (browser: Browser, site: string): Promise<RecordedRequest[]> => {
  const context = await browser.newContext(PHONE_CONTEXT);
  const page = await context.newPage();
  const requests = new Map<string, RecordedRequest>();
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== site || request.method() !== 'GET') return;
    const { accept = '*/*' } = request.headers();
    const path = pathname + search;
    requests.set(path, { path, headers: { accept, 'accept-encoding': 'gzip, deflate, br' } });
  });
  for (const path of VISITED_PAGES) {
    await page.goto(site + path, { waitUntil: 'networkidle' });
    // Photos further down load when they scroll near.
    await page.mouse.wheel(0, 10_000);
    await page.waitForLoadState('networkidle');
  }
  await context.close();
  return [...requests.values()];
};
