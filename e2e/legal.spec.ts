import { loginAsNewMember } from './booking-actions.ts';
import { expect, test } from './fixtures.ts';
import { mainButton } from './member-actions.ts';
import { uniqueWord } from './question-actions.ts';

const texts = [
  {
    path: '/terms',
    title: '이용약관',
    facts: [
      /14일 전까지\s*전액 환불/,
      /7일 전까지\s*50% 환불/,
      /6일 전부터 촬영 당일까지\s*환불하지 않음/,
      /적용일 7일 전/,
      /적용일 30일 전/,
    ],
  },
  {
    path: '/privacy',
    title: '개인정보 처리방침',
    facts: [
      /계약.*5년/,
      /결제.*5년/,
      /분쟁.*3년/,
      /로그인 기록\s*3개월/,
      /보호책임자/,
      /위탁/,
      /파기/,
      /열람/,
    ],
  },
  { path: '/refund', title: '취소·환불 규정', facts: [/14일 전까지\s*전액 환불/] },
  { path: '/over14', title: '만 14세 이상 이용 안내', facts: [/만 14세 미만/] },
] as const;

test(
  'the legal texts are complete without JavaScript',
  {
    tag: [
      '@2-over14',
      '@2-terms',
      '@2-privacy',
      '@6-guest-pages',
      '@9-refund',
      '@9-terms-notice',
      '@9-retention',
      '@9-age',
    ],
  },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const page = await context.newPage();
    for (const { path, title, facts } of texts) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(/^시행일/)).toBeVisible();
      for (const fact of facts) await expect(page.getByRole('main')).toContainText(fact);
    }
    await context.close();
  },
);

test('the table of contents of a legal text links to its sections', { tag: ['@full'] }, async ({ page }) => {
  await page.goto('/terms');
  await page
    .getByRole('navigation', { name: '목차' })
    .getByRole('link', { name: '제9조 (취소와 환불)' })
    .click();
  await expect(page.getByRole('heading', { name: '제9조 (취소와 환불)' })).toBeInViewport();
});

test(
  'a form asks for a fresh consent when the server does, and keeps what was typed',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 409/);
    const title = uniqueWord();
    let agreed: unknown = null;
    // The consents of other tests' members must stay valid, so the server's part is simulated.
    await page.route('**/api/question', async (route) => {
      if (route.request().method() !== 'POST' || agreed !== null) return route.fallback();
      const message = '개인정보 처리방침이 바뀌었습니다. 내용을 확인하고 동의해 주세요.';
      return route.fulfill({ status: 409, json: { code: 'CONSENT_NEEDED', message } });
    });
    await page.route('**/api/member/consent', (route) => {
      if (route.request().method() === 'POST') agreed = route.request().postDataJSON();
      return route.fulfill({ json: { privacyVersion: agreed === null ? 2 : null } });
    });
    await loginAsNewMember(page);
    await page.goto('/question/new');
    await page.getByLabel('제목').fill(title);
    await page.getByRole('textbox', { name: '내용' }).fill('새 동의가 필요한 문의입니다.');
    await mainButton(page, '문의하기').click();
    await expect(page.getByText('개인정보 처리방침이 바뀌었습니다.')).toBeVisible();
    const tick = page.getByRole('checkbox', { name: '바뀐 개인정보 처리방침에 동의합니다' });
    await expect(tick).not.toBeChecked();
    await mainButton(page, '문의하기').click();
    await expect(page.getByText('내용을 확인하고 동의해 주세요.', { exact: true })).toBeVisible();
    expect(agreed).toBeNull();
    await tick.check();
    await mainButton(page, '문의하기').click();
    await expect(page.getByText('문의를 등록했습니다.')).toBeVisible();
    expect(agreed).toEqual({ privacyVersion: 2 });
  },
);
