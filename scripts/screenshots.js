// Takes docs/screenshots from the built site with sample content: `npm run screenshots -- home-desk`, or all.
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuild } from './ensure-build.js';
import { ensureBrowser } from './testing/ensure-browser.js';

await ensureBuild();

const FOLDER = 'docs/screenshots';
const MAX_BYTES = 250_000;
const admin = { loginId: 'studio.admin', password: 'screenshot-1' };

if (!(await ensureBrowser())) process.exit(1);
const [{ runnerImport }, { default: sharp }] = await Promise.all([import('vite'), import('sharp')]);
const [{ module: browsers }, { module: sites }, { module: client }, { module: time }] = await Promise.all([
  runnerImport('./tools/bench/harness/browser.ts'),
  runnerImport('./tools/bench/harness/site.ts'),
  runnerImport('./test/releases/site-client.ts'),
  runnerImport('./src/platform/contract/seoul-time.ts'),
]);

const today = time.seoulDate(new Date());
const chosenDay = time.addDays(today, 5);
const laterDay = time.addDays(today, 30);

const sizes = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

const chooseTime = async (page) => {
  const day = page.locator(`[data-day="${chosenDay}"] button`);
  if (chosenDay.slice(0, 7) !== today.slice(0, 7))
    await page.getByRole('button', { name: '다음 달' }).click();
  await day.click();
  await page.getByText('15:00 - 16:00', { exact: true }).first().click();
};
const showTimes = async (page) => {
  await chooseTime(page);
  await page.getByText('15:00 - 16:00', { exact: true }).first().scrollIntoViewIfNeeded();
};
const addQuestion = async (page) => {
  await page.getByRole('button', { name: '질문 추가' }).click();
  await page.getByLabel('질문', { exact: true }).fill('몇 분이 촬영하시나요?');
  await page.getByLabel('답변 방식').selectOption({ label: '숫자' });
  await page.getByLabel('단위').fill('명');
  await page.evaluate(() => scrollTo(0, 0));
};
const expandQuestion = (page) => page.getByRole('main').locator('summary').nth(1).click();

const shots = [
  { name: 'home', path: '/', dark: ['phone'] },
  { name: 'category', path: '/category/WEDDING', dark: ['desk'] },
  { name: 'price', path: '/price', dark: [] },
  { name: 'date', path: '/reserve/date?category=FOOD', act: showTimes, dark: ['phone'] },
  { name: 'inquiries', path: '/question', act: expandQuestion, dark: [] },
  { name: 'schedule', path: `/admin/schedule?date=${laterDay}`, isAdmin: true, dark: ['desk'] },
  { name: 'photos', path: '/admin/photos?category=WEDDING', isAdmin: true, dark: [] },
  { name: 'categories', path: '/admin/settings/category-list', isAdmin: true, dark: [] },
  { name: 'questions', path: '/admin/settings/bookingQuestions', act: addQuestion, isAdmin: true, dark: [] },
  { name: 'look', path: '/admin/settings/look', isAdmin: true, dark: [] },
];

const open = async (browser, site, session, { size, scheme, path: urlPath, act, isAdmin }) => {
  const localStorage = Object.entries(isAdmin ? session : {}).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...sizes[size],
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(site.url + urlPath, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes('불러오는 중입니다'));
  await act?.(page);
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  // Waits until the visible images have loaded.
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, left, right } = image.getBoundingClientRect();
        return image.checkVisibility() && top < innerHeight && right > 0 && left < innerWidth;
      })
      .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await page.evaluate(() => {
    document.activeElement?.blur();
    return Promise.all(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode()),
    );
  });
  const picture = await page.screenshot();
  await context.close();
  return picture;
};

/** Writes the largest scaled version that stays below `MAX_BYTES`. */
const write = async (picture, file) => {
  const { width } = await sharp(picture).metadata();
  for (const part of [1, 0.875, 0.75, 0.625]) {
    await sharp(picture)
      .resize({ width: Math.round(width * part) })
      .png({ palette: true, quality: 80, dither: 0.6, effort: 10 })
      .toFile(file);
    const { size } = await stat(file);
    if (size < MAX_BYTES) return console.log(`  ${file}  ${Math.round(size / 1000)} kB`);
  }
  throw new Error(`${file} is larger than ${MAX_BYTES} bytes`);
};

const seedSite = async (site) => {
  const session = await client.call(site, '/api/auth/login', { body: admin });
  const { accessToken: token } = session;
  const phoneReservations = [
    ['박도현', 'PRODUCT', 5, '09-10'],
    ['최하늘', 'FOOD', 5, '12-13'],
    ['이서연', 'WEDDING', 26, '15-16'],
    ['정민재', 'LANDSCAPE', 28, '18-19'],
    ['윤가람', 'FOOD', 30, '09-10'],
    ['오유진', 'PRODUCT', 30, '15-16'],
    ['한지우', 'WEDDING', 32, '12-13'],
  ];
  for (const [guestName, shootType, days, slot] of phoneReservations) {
    const body = { guestName, shootType, date: time.addDays(today, days), time: slot };
    await client.call(site, '/api/admin/reservation', { body, token });
  }
  for (const days of [24, 27, 31]) {
    const blocked = { date: time.addDays(today, days), timeSlot: '21-22' };
    await client.call(site, '/api/admin/reservation/block-time', { body: blocked, token });
  }
  return session;
};

const wanted = process.argv.slice(2);
const site = await sites.openSite('embedded', () => Promise.resolve(), {
  SAMPLE_CONTENT: 'true',
  RATE_LIMITS: 'off',
  ADMIN_LOGIN_ID: admin.loginId,
  ADMIN_PASSWORD: admin.password,
});
const { browser } = await browsers.openBrowser();
try {
  const session = await seedSite(site);
  await mkdir(FOLDER, { recursive: true });
  const all = shots.flatMap(({ dark, ...shot }) => [
    ...['desk', 'phone'].map((size) => ({ ...shot, size, scheme: 'light', file: `${shot.name}-${size}` })),
    ...dark.map((size) => ({ ...shot, size, scheme: 'dark', file: `${shot.name}-${size}-dark` })),
  ]);
  for (const shot of all)
    if (wanted.length === 0 || wanted.includes(shot.file))
      await write(await open(browser, site, session, shot), path.join(FOLDER, `${shot.file}.png`));
} finally {
  await browser.close();
  await site.stop();
}
