import type { Browser, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import type { Site } from './site.ts';

// A category has at most so many photos.
const MAX_LISTED = 500;
const WAIT = { timeout: 240_000 };

/** Answers the calls of uploads as a server would that needs no time, with the photos that were saved. */
const fakeServer = async (
  page: Page,
  siteUrl: string,
): Promise<{ setOnline: (isOnline: boolean) => void }> => {
  const photos: object[] = [];
  let isOnline = true;
  let names = 0;
  const answer = async (pattern: string, respond: (route: Route) => Promise<void>): Promise<void> => {
    await page.route(pattern, (route) => (isOnline ? respond(route) : route.abort('internetdisconnected')));
  };
  await answer('**/api/admin/photo?category=*', (route) => route.fulfill({ json: photos }));
  await answer('**/generate-signed-url', (route) => {
    names += 1;
    const signedUrl = `${siteUrl}/uploads/staging/${names}.jpg`;
    return route.fulfill({ json: { signedUrl, savedFileName: `staging/${names}.jpg`, headers: {} } });
  });
  await answer('**/uploads/**', (route) => route.fulfill({ status: 200 }));
  await answer('**/save-metadata', (route) => {
    const id = names * 10 + photos.length;
    const photo = {
      id,
      imageUrl: '/photos/none.jpg',
      savedFileName: `photo${id}`,
      category: 'FOOD',
      width: 3,
      height: 2,
      alt: '',
      placeholder: '',
      sources: [],
      focus: { x: 50, y: 50 },
    };
    photos.unshift(photo);
    photos.length = Math.min(photos.length, MAX_LISTED);
    return route.fulfill({ status: 201, json: photo });
  });
  await page.route('**/photos/**', (route) => route.fulfill({ status: 404 }));
  return { setOnline: (value) => void (isOnline = value) };
};

/** Returns the processor time of the page in milliseconds since this call. */
const startTaskTimer = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const before = await read();
  return async () => (await read()) - before;
};

/**
 * Chooses files and uploads them in one queue, first without a network, then again with one. Returns the processor time of the page
 * in milliseconds per file.
 */
export const measureUploadQueue = async (
  browser: Browser,
  site: Site,
  admin: SignedInUser,
  count: number,
): Promise<number> => {
  const context = await browser.newContext();
  try {
    const session = { accessToken: await admin.token(), refreshToken: 'none', name: 'admin', role: 'ADMIN' };
    await context.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    }, session);
    const page = await context.newPage();
    const { setOnline } = await fakeServer(page, site.url);
    await page.goto(`${site.url}/admin/photos?category=food`);
    await page.getByRole('button', { name: '파일 선택' }).waitFor();
    const buffer = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    const files = Array.from({ length: count }, (_, index) => ({
      name: `${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    }));
    const readTaskMs = await startTaskTimer(page);
    await page.locator('input[type=file]').setInputFiles(files);
    setOnline(false);
    await page.getByRole('button', { name: `${count}장 업로드` }).click();
    await page.getByText(`0장 완료 · ${count}장 실패`).waitFor(WAIT);
    setOnline(true);
    await page.getByRole('button', { name: '모두 다시 시도' }).click();
    await page.getByText(`${count}장 완료`, { exact: true }).waitFor(WAIT);
    return (await readTaskMs()) / count;
  } finally {
    await context.close();
  }
};
