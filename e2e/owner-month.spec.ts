import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { answerConfirmation, insertPhoneReservation, readBookedTimes } from './admin-actions.ts';
import { bookByApi } from './booking-actions.ts';
import { dayName } from './calendar-actions.ts';
import { countingInput } from './counting-input.ts';
import { createVisitor, expect, test, type Member } from './fixtures.ts';
import { logInAsOwner, startOwnServer } from './own-server.ts';
import { chooseFiles, createJpeg } from './photo-actions.ts';
import { publishByApi } from './settings-actions.ts';

// The first weeks of a studio, on a moved clock: Wednesday 25 November 2026, Saturday 5 December and Saturday 2 January.
const DAYS = { first: '2026-11-25', tenth: '2026-12-05', newYear: '2027-01-02' } as const;
type Day = keyof typeof DAYS;
/** Ten in the morning in Seoul. */
const instantOf = (day: Day): number => Date.parse(`${DAYS[day]}T10:00:00+09:00`);

const folder = mkdtempSync(join(tmpdir(), 'sajingwan-owner-month-'));
const offsetFile = join(folder, 'offset');
let offset = instantOf('first') - Date.now();

const account = { key: 'SOLAPIKEY', secret: 'SOLAPISECRET', sender: '0212345678' };
const solapi = await startSolapiServer({ ...account, now: () => new Date(Date.now() + offset) });
const server = startOwnServer({
  SAMPLE_CONTENT: 'true',
  SMS_PROVIDER: 'solapi',
  SMS_SENDER: account.sender,
  SOLAPI_API_KEY: account.key,
  SOLAPI_API_SECRET: account.secret,
  SOLAPI_URL: solapi.url,
  NODE_OPTIONS: `--import=${resolve('test/servers/shift-clock.js')}`,
  CLOCK_OFFSET_MS: String(offset),
  CLOCK_OFFSET_FILE: offsetFile,
});
test.use({ baseURL: async ({ browserName: _ }, provide) => provide(server.url) });
test.afterAll(async () => {
  await solapi.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Moves the clocks of the server and the browser, and logs the owner in, whose session has expired. */
const moveTo = async (page: Page, day: Day): Promise<string> => {
  offset = instantOf(day) - Date.now();
  writeFileSync(offsetFile, String(offset));
  process.kill(server.pid, 'SIGUSR2');
  await page.clock.setFixedTime(instantOf(day));
  await page.goto('/');
  await page.evaluate(() => localStorage.clear());
  return logInAsOwner(page, server);
};

const register = async (page: Page, name: string): Promise<Member> => {
  const member = { ...createVisitor(), name };
  const asked = await page.request.post(`/api/member/send-code?phoneNumber=${member.phoneNumber}`);
  expect(asked.status()).toBe(200);
  const made = await page.request.post('/api/member/register', {
    data: {
      ...member,
      confirmPassword: member.password,
      code: /\d{6}/.exec(solapi.accepted.at(-1)?.text ?? '')?.[0],
      agreements: { all: true, over14: true, terms: true, privacy: true },
    },
  });
  expect(made.status(), await made.text()).toBeLessThan(300);
  return member;
};

const ask = async (page: Page, { loginId, password }: Member, data: object): Promise<void> => {
  const login = await page.request.post('/api/auth/login', { data: { loginId, password } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const asked = await page.request.post('/api/question', { headers, data });
  expect(asked.status(), await asked.text()).toBe(201);
};

const ALL = ['09-10', '12-13', '15-16', '18-19', '21-22'];
const CALLER_PHONE = '01022223333';

test(
  'an owner’s first month: set-up, bookings, blocks, an inquiry, outcomes, a refusal of the provider and the sheet',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    test.slow();
    page.setDefaultTimeout(30_000);
    const main = page.getByRole('main');
    const button = (name: string | RegExp): Locator =>
      main.getByRole('button', { name, exact: typeof name === 'string' });

    await page.clock.setFixedTime(instantOf('first'));
    const token = await logInAsOwner(page, server);

    await test.step('without samples the home page shows the photographs of the studio', async () => {
      await expect(main.getByRole('heading', { name: /^초기 설정/ })).toBeVisible();
      for (const category of ['REPRESENTATIVE', 'LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING']) {
        await page.goto(`/admin/photos?category=${category}`);
        await chooseFiles(page, await createJpeg('own.jpg'));
        await button('1장 업로드').click();
        await expect(main.getByText('1장 완료', { exact: true })).toBeVisible();
      }
      await page.goto('/admin');
      await button('예시 자료 삭제').click();
      await answerConfirmation(page, '예시', '모두 삭제');
      await expect(button('예시 자료 삭제')).toHaveCount(0);
      await expect(main.getByText('답변 대기').locator('..')).toContainText('0');
      await page.goto('/');
      await expect(page.getByText('대표 이미지가 없습니다.')).toHaveCount(0);
      await expect(main.getByRole('link', { name: /웨딩/ }).first()).toBeVisible();
    });

    await test.step('a closed Monday takes one switch', async () => {
      await page.goto('/admin/settings/hours');
      await main.getByRole('switch', { name: '월요일' }).click();
      await button('게시').click();
      await expect(main.getByText('게시했습니다.')).toBeVisible();
      await page.goto(`/admin/schedule?view=month&date=2026-12-07`);
      await expect(main.getByText('미팅 시간이 없는 날입니다.')).toBeVisible();
    });

    await test.step('a new refund rule takes effect on its date', async () => {
      await publishByApi(page, token, 'refund', ({ text }) => ({
        effectiveOn: DAYS.tenth,
        text: String(text).replaceAll('14일 전까지', '10일 전까지'),
      }));
      await page.goto('/price');
      await expect(main).toContainText('14일 전까지');
    });

    const member = await register(page, '나회원');
    await test.step('a member books, and a caller is entered, corrected and moved', async () => {
      await bookByApi(page, member, { date: DAYS.tenth, time: '09-10' });
      await expect.poll(() => solapi.accepted.some(({ to }) => to === member.phoneNumber)).toBe(true);
      await page.goto(`/admin/reservations/new?date=2026-12-03&time=15-16`);
      await main.getByLabel('이름', { exact: true }).fill('김전하');
      await main.getByLabel('전화번호', { exact: true }).fill(CALLER_PHONE);
      await main.getByLabel('카테고리', { exact: true }).selectOption({ label: '음식' });
      await button('예약 등록').click();
      await expect(main.getByRole('heading', { level: 1, name: '김전하' })).toBeVisible();

      await button('정보 수정').click();
      const dialog = page.getByRole('dialog', { name: '예약 정보 수정' });
      await dialog.getByLabel('이름').fill('김전화');
      await dialog.getByRole('button', { name: '저장' }).click();
      await expect(main.getByRole('heading', { level: 1, name: '김전화' })).toBeVisible();
      await main.getByRole('textbox', { name: '메모' }).fill('강아지와 함께 오십니다.');
      await button('메모 저장').click();
      await expect(main.getByText('메모를 저장했습니다.')).toBeVisible();
      await button('일정 변경').click();
      const move = page.getByRole('dialog', { name: '일정 변경' });
      await move.getByRole('button', { name: '다음 날 같은 시간' }).click();
      await move.getByRole('button', { name: '이 시간으로 변경' }).click();
      await expect(main.getByText(/^일정을 변경했습니다\./)).toBeVisible();
      expect(await readBookedTimes(page, '2026-12-04')).toEqual(['15-16']);
    });

    await test.step('three days of a journey are blocked, and one is freed again', async () => {
      const journey = ['2026-12-15', '2026-12-16', '2026-12-17'];
      await page.goto('/admin/schedule?view=month&date=2026-12-15');
      const { counts, tap } = countingInput(page);
      await tap(button('차단'));
      const dialog = page.getByRole('dialog', { name: '차단' });
      for (const day of journey) await tap(dialog.getByRole('button', { name: dayName(day) }));
      await dialog.getByLabel('사유').fill('촬영 여행');
      await tap(dialog.getByRole('button', { name: '3일 차단' }));
      await expect(main.getByText('미팅 시간 15개를 차단했습니다.')).toBeVisible();
      expect(counts.taps).toBe(5);
      await page.goto('/admin/schedule?view=day&date=2026-12-17');
      await expect(main.getByText('차단됨 · 촬영 여행')).toHaveCount(5);
      await button('하루 전체 차단 해제').click();
      await expect.poll(() => readBookedTimes(page, '2026-12-17')).toEqual([]);
      expect(await readBookedTimes(page, '2026-12-15')).toEqual(ALL);
    });

    await test.step('an inquiry with a phone number is made secret and answered', async () => {
      await ask(page, member, { title: '촬영 문의', content: `번호는 ${member.phoneNumber}입니다.` });
      await page.goto('/admin/questions?answered=false');
      await main.getByText('촬영 문의').first().click();
      await button(/비밀글로/).click();
      await expect(page.getByText('비밀글로 변경했습니다.')).toBeAttached();
      await main.getByRole('textbox').last().fill('네, 가능합니다.');
      await button(/^답변 등록/).click();
      await expect(page.getByText(/답변을 등록했습니다/)).toBeAttached();
    });

    const later = await moveTo(page, 'tenth');
    await test.step('ten days later the desk leads to what is to be done', async () => {
      const rail = main.getByRole('region', { name: '미팅', exact: true });
      await expect(rail.getByRole('link', { name: '나회원' })).toBeVisible();
      await rail.getByRole('button', { name: '나회원 완료' }).click();
      await expect(main.getByText('나회원 님의 예약을 완료로 변경했습니다.')).toBeVisible();
      await main.getByRole('link', { name: /^결과를 입력할 예약\s*1/ }).click();
      await button('김전화 노쇼').click();
      await expect(main.getByText('김전화 님의 예약을 노쇼로 변경했습니다.')).toBeVisible();
      for (const path of ['/price', '/refund', '/terms']) {
        await page.goto(path);
        await expect(main).toContainText('10일 전까지');
        await expect(main).not.toContainText('14일 전까지');
      }
    });

    await test.step('the caller books again, is found by four digits, and the no-show is counted', async () => {
      const second = { guestName: '김전화', phoneNumber: CALLER_PHONE, date: '2026-12-18', time: '12-13' };
      await insertPhoneReservation(page, later, second);
      await expect
        .poll(() => solapi.accepted.some(({ to, text }) => to === CALLER_PHONE && text.includes('18일')))
        .toBe(true);
      await page.goto('/admin');
      await page.getByRole('button', { name: /^검색/ }).filter({ visible: true }).click();
      const search = page.getByRole('dialog', { name: '검색' });
      await search.getByRole('textbox').fill(CALLER_PHONE.slice(-4));
      await search.getByRole('link', { name: '김전화' }).last().click();
      await expect(main.getByRole('heading', { level: 1, name: '김전화' })).toBeVisible();
      await expect(main).toContainText(/노쇼\s*1/);
    });

    await test.step('a message that the provider refuses is named with its reason', async () => {
      solapi.misbehave({ status: 400, body: { errorCode: 'NotEnoughBalance' } });
      const refused = { guestName: '잔액이', phoneNumber: '01033334444', date: '2026-12-19', time: '09-10' };
      await insertPhoneReservation(page, later, refused);
      await expect(async () => {
        await page.goto('/admin');
        await expect(main.getByText(/메시지 1건을 아직 보내지 못했습니다\. 이유: .*잔액/)).toBeVisible({
          timeout: 3_000,
        });
      }).toPass({ timeout: 60_000 });
      solapi.misbehave(null);
    });

    await moveTo(page, 'newYear');
    await test.step('the sheet of December counts what happened', async () => {
      await expect(main.getByText('오늘은 미팅이 없습니다.')).toBeVisible();
      await page.goto('/admin/sheet?month=2026-12');
      const figure = (name: string): Locator =>
        main
          .getByRole('row', { name: new RegExp(`^${name}`) })
          .getByRole('cell')
          .first();
      const december = { 전체: 4, 음식: 1, 완료: 1, 노쇼: 1, '예약 확정': 2, 신규: 3, 재방문: 0 };
      for (const [name, count] of Object.entries(december))
        await expect(figure(name), name).toHaveText(String(count));
    });
  },
);
