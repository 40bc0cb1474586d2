import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { startServer } from '#test/servers/server-process.ts';

// The booking journey in the installed Firefox, by WebDriver BiDi with Puppeteer. Playwright drives only its own build of Firefox:
// it sends commands that an ESR release does not support (`emulation.setMediaFeaturesOverride`).

const TIMEOUT_MS = 60_000;
const TIME = '15:00 - 16:00';

interface Visitor {
  readonly loginId: string;
  readonly password: string;
}

const post = async (url: string, body?: object): Promise<void> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${url} answered ${response.status}: ${await response.text()}`);
};

const register = async (origin: string, dataDir: string): Promise<Visitor> => {
  const phoneNumber = `010${String(randomInt(1, 99_990_000)).padStart(8, '0')}`;
  const visitor = { loginId: `firefox.${randomInt(1e9)}`, password: 'e2e-pass-2026' };
  await post(`${origin}/api/member/send-code?phoneNumber=${phoneNumber}`);
  const code = /(?<!\d)\d{6}(?!\d)/.exec(await readFile(join(dataDir, 'outbox/sms.jsonl'), 'utf8'))?.[0];
  await post(`${origin}/api/member/register`, {
    ...visitor,
    confirmPassword: visitor.password,
    name: '이방문',
    phoneNumber,
    code,
    agreements: { all: true, over14: true, terms: true, privacy: true },
  });
  return visitor;
};

/** User actions that wait for their element. `wanted` is a selector by role and name. */
const createActions = (page: Page) => {
  const find = (wanted: string) => page.locator(wanted).setTimeout(TIMEOUT_MS);
  return {
    press: (wanted: string): Promise<void> => find(wanted).click(),
    type: (wanted: string, text: string): Promise<void> => find(wanted).fill(text),
    read: async (wanted: string): Promise<string> =>
      find(wanted)
        .map((element) => element.textContent ?? '')
        .wait(),
    arriveAt: (path: string) =>
      page.waitForFunction((there) => location.pathname === there, { timeout: TIMEOUT_MS }, path),
  };
};

const named = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

const CALENDAR = '[aria-label="미팅 날짜"]';
const MONTH = `${CALENDAR} [role="status"]`;

/** Chooses the first free day of the next month and returns it as YYYY-MM-DD. */
const chooseDay = async (page: Page): Promise<string> => {
  const input = createActions(page);
  const shown = await input.read(MONTH);
  await input.press(`${CALENDAR} button[aria-label*="다음 달"]`);
  await page.waitForFunction(
    (month, before) => document.querySelector(month)?.textContent !== before,
    { timeout: TIMEOUT_MS },
    MONTH,
    shown,
  );
  const day = await page.waitForSelector(`${CALENDAR} td:has(button:enabled:not([data-muted]))`, {
    timeout: TIMEOUT_MS,
  });
  const date = (await day?.evaluate((cell) => cell.getAttribute('data-day'))) ?? '';
  await input.press(`${CALENDAR} td[data-day="${date}"] button`);
  return date;
};

const book = async (
  page: Page,
  origin: string,
  { loginId, password }: Visitor,
  print: (line: string) => void,
): Promise<void> => {
  const input = createActions(page);

  await page.goto(origin, { timeout: TIMEOUT_MS });
  await input.press('main a[href="/category/WEDDING"]');
  await input.arriveAt('/category/WEDDING');
  print('첫 화면에서 웨딩으로');

  await input.press(`main ${named('link', '예약하기')}`);
  await input.arriveAt('/reserve/date');
  const date = await chooseDay(page);
  await input.press(`::-p-text(${TIME})`);
  await input.press(named('button', '다음'));
  print(`${formatDate(date)} ${TIME}`);

  await input.press(`dialog ${named('button', '로그인')}`);
  await input.type(named('textbox', '아이디'), loginId);
  await input.type('dialog input[type="password"]', password);
  await input.press(`dialog ${named('button', '로그인')}`);
  await input.arriveAt('/reserve/form');
  print('로그인하고 이어서 예약');

  const summary = await input.read(named('region', '예약 내용'));
  for (const part of ['웨딩', formatDate(date), TIME])
    assert.ok(summary.includes(part), `${part}: ${summary}`);
  await input.type(named('textbox', '희망 촬영 날짜'), '내년 봄, 평일 오전');
  await input.type(named('textbox', '촬영 장소'), '서울숲 가족마당');
  await input.press(named('button', '예약하기'));
  await input.arriveAt('/reserve/complete');
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(await input.read('main'))?.[0];
  assert.ok(code !== undefined, 'the last page shows a code');
  print(`예약 번호 ${code}`);

  await input.press(named('link', '예약 내역 보기'));
  await input.arriveAt('/reservation-history');
  await input.read(`main li ::-p-text(${code})`);
  const history = await input.read('main');
  for (const part of [formatDate(date), TIME]) assert.ok(history.includes(part), `${part}: ${history}`);
  print('예약 내역에 있음');
};

/** Calls `say` before each step. Throws when a step fails or the page logs an error. */
export const runBookingJourney = async (firefox: string, print: (line: string) => void): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-firefox-'));
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'true', LOG_LEVEL: 'error' });
  try {
    const visitor = await register(server.url, dataDir);
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefox,
      timeout: TIMEOUT_MS,
    });
    try {
      print(await browser.version());
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 800 });
      const pageErrors: string[] = [];
      page.on('console', (entry) => entry.type() === 'error' && pageErrors.push(entry.text()));
      page.on('pageerror', (error) => pageErrors.push(String(error)));
      await book(page, server.url, visitor, print);
      assert.deepEqual(pageErrors, [], 'faults in the page');
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
