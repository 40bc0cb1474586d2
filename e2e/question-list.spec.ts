import type { Question } from '#features/questions/contract/questions.ts';
import { expect, expectNoAxeViolations, test, waitForHydration } from './fixtures.ts';
import { field, mainButton } from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

test(
  'the inquiry page links to the question list',
  { tag: ['@full', '@2-inquiry', '@2-question'] },
  async ({ page }) => {
    await page.goto('/inquiry');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1, name: '1:1 문의' })).toBeVisible();
    const write = page.getByRole('main').getByRole('link', { name: '문의하기', exact: true });
    await expect(write).toHaveAttribute('href', '/question/new');
    await page.getByRole('main').getByRole('link', { name: '문의 목록 보기' }).click();
    await expect(page).toHaveURL('/question');
    await expect(page.getByRole('heading', { level: 1, name: '문의 목록' })).toBeVisible();
  },
);

test(
  'without JavaScript, questions expand, names are masked and the search works',
  { tag: ['@2-question', '@6-guest-questions', '@8-no-results', '@full'] },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/question');
    const rows = page.getByRole('main').getByRole('listitem');
    const answered = rows.filter({ hasText: '보정본은 며칠 뒤에' });
    await expect(page.getByLabel('내 문의만 보기')).toBeHidden();

    await field(page, '검색어').fill('며칠 뒤');
    await mainButton(page, '검색').click();
    await expect(rows).toHaveCount(1);
    await expect(field(page, '검색어')).toHaveValue('며칠 뒤');
    await expect(answered.getByText('답변 완료')).toBeVisible();
    await expect(answered.getByText(/^.\*+.?$/)).toBeVisible();
    await expect(answered.getByText('답변', { exact: true })).toBeHidden();
    await answered.locator('summary').click();
    await expect(answered.getByText('답변', { exact: true })).toBeVisible();
    await field(page, '검색 기준').selectOption('내용');
    await field(page, '검색어').fill('쇼핑몰 오픈');
    await mainButton(page, '검색').click();
    await expect(rows).toHaveCount(1);
    await expect(answered).toBeVisible();
    await field(page, '검색어').fill('%');
    await mainButton(page, '검색').click();
    await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
    await expect(field(page, '검색 기준')).toHaveValue('content');
    await field(page, '검색어').fill(' ');
    await mainButton(page, '검색').click();
    await expect(page.getByText('검색어를 입력해 주세요.')).toBeVisible();
    await page.getByRole('link', { name: '전체 보기' }).click();
    await expect(page).toHaveURL('/question');
    await context.close();
  },
);

const inquiry = (id: number) => ({
  id,
  title: `문의 ${id}`,
  content: '내용\n'.repeat(20),
  memberName: '김*수',
  createdAt: '2026-11-20T15:30:00.000Z',
  answered: false,
  answer: null,
  mine: false,
  secret: false,
  notify: false,
});

test('a recent question on home links to its answer in the list', { tag: ['@full'] }, async ({ page }) => {
  const answer = { id: 1, content: '답변입니다.', createdAt: '2026-11-20T15:30:00.000Z' };
  const questions = [inquiry(3), { ...inquiry(2), answered: true, answer }, inquiry(1)];
  await page.route('**/api/question?*', (route) => route.fulfill({ json: questions }));
  await page.goto('/price');
  await waitForHydration(page);
  await page.getByRole('banner').getByRole('link').first().click();
  const rows = page.getByRole('region', { name: '최근 문의' }).getByRole('listitem');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: /^문의 2/ }).click();
  await expect(page).toHaveURL('/question#question-2');
  const opened = page.getByRole('main').locator('details[open]');
  await expect(opened.locator('summary')).toBeFocused();
  await expect(opened.locator('summary')).toBeInViewport();
  await expect(opened.getByText('답변입니다.')).toBeVisible();
});

test(
  'the URL of a question opens it expanded in the server-rendered list',
  { tag: ['@full'] },
  async ({ page }) => {
    const found = await page.request.get('/api/question/search/title', {
      params: { keyword: '보정본은 며칠' },
    });
    const [{ id = 0 } = {}] = (await found.json()) as { id?: number }[];
    await page.goto(`/question?cursor=${id + 1}#question-${id}`);
    const opened = page.getByRole('main').locator('details[open]');
    await expect(opened.locator('summary')).toContainText('보정본은 며칠');
    await expect(opened.getByText('답변', { exact: true })).toBeVisible();
  },
);
const inquiries = (newest: number) => Array.from({ length: 20 }, (_, index) => inquiry(newest - index));

test(
  'a failed question list or search shows the message of the server or a default one',
  {
    tag: [
      '@full',
      '@7-questions',
      '@7-search-content',
      '@7-search-title',
      '@8-questions',
      '@8-search',
      '@8-server-message',
      '@8-no-results',
    ],
  },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 500/);
    await page.goto('/inquiry');
    await waitForHydration(page);
    let json = {};
    await page.route('**/api/question?*', (route) => route.fulfill({ status: 500, json }));
    const toList = page.getByRole('main').getByRole('link', { name: '문의 목록 보기' });
    await toList.click();
    await expect(page.getByRole('alert')).toHaveText('문의 목록을 불러오지 못했습니다.');
    await page.goBack();
    json = { message: '잠시 쉬어 갑니다.' };
    await toList.click();
    await expect(page.getByRole('alert')).toHaveText('잠시 쉬어 갑니다.');
    await page.unroute('**/api/question?*');
    await page.getByRole('link', { name: '다시 시도' }).click();
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows.first()).toBeVisible();

    await waitForHydration(page);
    const callOf = recordApiCalls(page);
    json = {};
    await page.route('**/api/question/search/**', (route) => route.fulfill({ status: 500, json }));
    await field(page, '검색어').fill('촬영');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('검색 중 오류가 발생했습니다.');
    expect((await callOf('GET /api/question/search/title')).query).toEqual({ keyword: '촬영', limit: '20' });
    json = { message: '잠시 쉬어 갑니다.', code: 'INTERNAL' };
    await field(page, '검색 기준').selectOption('내용');
    await mainButton(page, '검색').click();
    await expect(page.getByRole('alert')).toHaveText('잠시 쉬어 갑니다.');
    await page.unroute('**/api/question/search/**');
    await field(page, '검색어').fill('없는 말입니다');
    await mainButton(page, '검색').click();
    await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
    expect(await callOf('GET /api/question/search/content')).toMatchObject({
      query: { keyword: '없는 말입니다' },
      responseBody: [],
    });
    await field(page, '검색어').fill('');
    await mainButton(page, '검색').click();
    await expect(page.getByText('검색어를 입력해 주세요.')).toBeVisible();
    await expect(field(page, '검색어')).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(field(page, '검색 기준')).toHaveValue('content');

    await page.getByRole('link', { name: '전체 보기' }).click();
    await expect(page).toHaveURL('/question');
    const { query, responseBody } = await callOf('GET /api/question');
    expect(query).toEqual({ limit: '20' });
    await expect(rows).toContainText((responseBody as Question[]).map(({ title }) => title));
  },
);

test(
  'the question list shows an empty message, and going back restores its page, expanded rows and scroll position',
  { tag: ['@8-no-questions'] },
  async ({ page }) => {
    let older: unknown[] = [];
    await page.route('**/api/question?*', (route) => {
      const isFirst = !route.request().url().includes('cursor');
      const headers: Record<string, string> = isFirst
        ? { link: '</api/question?limit=20&cursor=81>; rel="next"' }
        : {};
      return route.fulfill(
        older.length === 0 ? { json: [] } : { json: isFirst ? inquiries(100) : older, headers },
      );
    });
    await page.goto('/inquiry');
    await waitForHydration(page);
    const toList = page.getByRole('main').getByRole('link', { name: '문의 목록 보기' });
    await toList.click();
    await expect(page.getByText('문의가 없습니다.', { exact: true })).toBeVisible();

    await page.goBack();
    older = inquiries(80);
    await toList.click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20);
    // The date in Seoul, which is one day later than in UTC.
    await expect(page.getByText('2026년 11월 21일(토)').first()).toBeVisible();
    await page.getByRole('link', { name: '이전 문의 더 보기' }).click();
    await expect(page).toHaveURL('/question?cursor=81');
    await expect(page.getByText('문의 80')).toBeVisible();
    await page.getByText('문의 64').click();
    const more = page.getByRole('link', { name: '최근 문의' });
    await more.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(200);
    await more.click();
    await expect(page.getByText('문의 100')).toBeVisible();
    await page.goBack();
    await expect(page.locator('details[open]')).toContainText('문의 64');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  },
);

test(
  'an invalid cursor in the URL redirects to the start of the question list',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/question?cursor=junk');
    await expect(page).toHaveURL('/question');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  },
);

for (const path of ['/inquiry', '/question'])
  test(`axe finds no violations in ${path}`, { tag: ['@full'] }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expectNoAxeViolations(page);
  });
