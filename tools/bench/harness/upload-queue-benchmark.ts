import { EventEmitter, once } from 'node:events';
import type { Browser, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { SignedInUser } from '#test/factories/signed-in-users.ts';
import type { Site } from './site.ts';

// A category has at most so many photos.
const MAX_LISTED = 500;
const WAIT = { timeout: 240_000 };

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

interface FakeServer {
  setOnline: (isOnline: boolean) => void;
  /** Resolves when so many requests of this kind were answered or lost. A locator would search the page for it all the time. */
  whenAsked: (kind: 'signed' | 'saved', count: number) => Promise<void>;
}

/** Answers the calls of uploads as a server would that needs no time, with the photos that were saved. */
const fakeServer = async (page: Page, siteUrl: string): Promise<FakeServer> => {
  const photos: object[] = [];
  const asked = new EventEmitter<{ change: [] }>();
  const counts = { signed: 0, saved: 0 };
  let isOnline = true;
  const answer = async (pattern: string, respond: (route: Route) => Promise<void>): Promise<void> => {
    await page.route(pattern, (route) => (isOnline ? respond(route) : route.abort('internetdisconnected')));
  };
  const count = (kind: keyof typeof counts): void => {
    counts[kind] += 1;
    asked.emit('change');
  };
  await answer('**/api/admin/photo?category=*', (route) => route.fulfill({ json: photos }));
  await page.route('**/generate-signed-url', (route) => {
    count('signed');
    if (!isOnline) return route.abort('internetdisconnected');
    const savedFileName = `staging/${counts.signed}.jpg`;
    const signedUrl = `${siteUrl}/uploads/${savedFileName}`;
    return route.fulfill({ json: { signedUrl, savedFileName, headers: {} } });
  });
  await answer('**/uploads/**', (route) => route.fulfill({ status: 200 }));
  await answer('**/save-metadata', (route) => {
    count('saved');
    const photo = {
      id: counts.saved,
      imageUrl: PIXEL,
      savedFileName: `photo${counts.saved}`,
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
  return {
    setOnline: (value) => void (isOnline = value),
    whenAsked: async (kind, wanted) => {
      while (counts[kind] < wanted) await once(asked, 'change');
    },
  };
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
    const { setOnline, whenAsked } = await fakeServer(page, site.url);
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
    // All files are small, which is said before the first press can start.
    await page.getByText(`작은 사진이 ${count}장 있습니다`).waitFor(WAIT);
    setOnline(false);
    await page.getByRole('button', { name: `${count}장 업로드` }).click();
    await whenAsked('signed', count);
    await page.getByText(`0장 완료 · ${count}장 실패`).waitFor(WAIT);
    setOnline(true);
    await page.getByRole('button', { name: '모두 다시 시도' }).click();
    await whenAsked('saved', count);
    await page.getByText(`${count}장 완료`, { exact: true }).waitFor(WAIT);
    return (await readTaskMs()) / count;
  } finally {
    await context.close();
  }
};
