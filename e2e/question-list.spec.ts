import { expect, expectNoAxeFindings, loginAs, registerMember, test, untilTakenOver } from './fixtures.ts';

test('the inquiry page leads to the list', async ({ page }) => {
  await page.goto('/inquiry');
  await untilTakenOver(page);
  await expect(page.getByRole('heading', { level: 1, name: '1:1 문의' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: '문의 목록 보기' }).click();
  await expect(page).toHaveURL('/question');
  await expect(page.getByRole('heading', { level: 1, name: '문의 목록' })).toBeVisible();
});

test('inquiries unfold without any script, names are masked', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/question');
  const rows = page.getByRole('main').getByRole('listitem');
  const answered = rows.filter({ hasText: '답변 완료' }).first();
  await expect(answered.getByText(/^.\*+.?$/)).toBeVisible();
  await expect(answered.getByText('답변', { exact: true })).toBeHidden();
  await answered.locator('summary').click();
  await expect(answered.getByText('답변', { exact: true })).toBeVisible();
  await context.close();
});

test('a failure says so and offers another try', async ({ page, expectFault }) => {
  expectFault(/status of 500/);
  await page.goto('/inquiry');
  await untilTakenOver(page);
  await page.route('**/api/question?*', (route) =>
    route.fulfill({ status: 500, json: { message: '일시적인 오류', code: 'INTERNAL' } }),
  );
  await page.getByRole('main').getByRole('link', { name: '문의 목록 보기' }).click();
  await expect(page.getByText('문의 목록을 불러오지 못했습니다.')).toBeVisible();
  await page.getByRole('link', { name: '다시 불러오기' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test('no inquiries, and more of them than a page holds', async ({ page }) => {
  await loginAs(page, await registerMember());
  const inquiry = (id: number) => ({
    id,
    title: `문의 ${id}`,
    content: '내용',
    memberName: '김*수',
    createdAt: '2026-11-20T15:30:00.000Z',
    answered: false,
    answer: null,
    mine: false,
    secret: false,
  });
  let inquiries: unknown[] = [];
  let headers: Record<string, string> = {};
  await page.route('**/api/question?*', (route) => route.fulfill({ json: inquiries, headers }));
  await page.goto('/inquiry');
  await untilTakenOver(page);
  const toList = page.getByRole('main').getByRole('link', { name: '문의 목록 보기' });
  await toList.click();
  await expect(page.getByText('문의가 없습니다.')).toBeVisible();

  await page.goBack();
  inquiries = Array.from({ length: 20 }, (_, index) => inquiry(100 - index));
  headers = { link: '</api/question?limit=20&cursor=81>; rel="next"' };
  await toList.click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20);
  // A day later in Seoul than in Greenwich.
  await expect(page.getByText('2026.11.21').first()).toBeVisible();
  const asked = page.waitForRequest(/cursor=81/);
  await page.getByRole('link', { name: '이전 문의 더 보기' }).click();
  await asked;
});

test('a place in the list that is none leads to its beginning', async ({ page }) => {
  await page.goto('/question?cursor=junk');
  await expect(page).toHaveURL('/question');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

for (const path of ['/inquiry', '/question'])
  test(`${path}: nothing for axe to find`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expectNoAxeFindings(page);
  });
