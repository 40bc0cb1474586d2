import type { TestInfo } from '@playwright/test';
import { answerConfirmation, loginAsAdmin } from './admin-actions.ts';
import { confirmAlert } from './booking-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { createJpeg, galleryOf, removePhotos } from './photo-actions.ts';
import { publishByApi } from './settings-actions.ts';

/** Two sections with the same form, so that the projects do not edit the same one at the same time. */
const listSection = ({ project }: TestInfo) =>
  project.name === 'desk'
    ? { path: 'faq', page: '/faq', noun: '질문', text: '답변' }
    : { path: 'notices', page: '/notice', noun: '공지', text: '내용' };

interface Published {
  readonly version: number;
  readonly body: Record<string, unknown>;
  readonly draft?: unknown;
}

test(
  'an admin finds a setting by one of its fields and opens it with the keyboard',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.goto('/admin/settings');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      '홈페이지',
      '예약',
      '알림',
      '약관',
      '관리자',
    ]);
    await main.getByLabel('설정 검색').fill('없는 설정');
    await expect(main.getByText('검색 결과가 없습니다.')).toBeVisible();
    await expectNoAxeViolations(page);
    await main.getByLabel('설정 검색').fill('전달 기간');
    await expect(main.getByRole('listitem')).toHaveText([/^상품과 가격.*전달 기간$/]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/settings/packages');
  },
);

test(
  'an admin drafts, previews, publishes and restores a text',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const section = listSection(info);
    const title = `주차할 수 있나요? ${info.project.name}`;
    await loginAsAdmin(page);
    await page.goto('/admin/settings');
    await page.locator(`a[href="/admin/settings/${section.path}"]`).click();
    await page.getByRole('button', { name: `${section.noun} 추가` }).click();
    const item = page.getByRole('group').last();
    await item.getByRole('textbox').nth(0).fill(title);
    await page.getByRole('button', { name: '게시', exact: true }).click();
    await expect(page.getByText(`${section.text} 항목을 입력해 주세요.`)).toBeVisible();
    await item.getByRole('textbox').nth(1).fill('건물 뒤에\n두 대까지 가능합니다.');
    await page.getByRole('button', { name: '초안 저장' }).click();
    await expect(page.getByText('초안을 저장했습니다.')).toBeVisible();
    await page.goto(section.page);
    await expect(page.getByText(title)).toHaveCount(0);

    await page.goto('/admin/settings');
    await expect(page.locator(`a[href="/admin/settings/${section.path}"]`)).toContainText('초안');
    await page.goto(`/admin/settings/${section.path}`);
    await expect(page.getByText('게시하지 않은 초안입니다.')).toBeVisible();
    await page.getByRole('button', { name: '미리보기' }).click();
    for (const device of ['휴대폰', '컴퓨터'])
      await expect(page.frameLocator(`iframe[title="${device} 미리보기"]`).getByText(title)).toBeVisible();
    await page.goBack();

    await page.getByRole('button', { name: '게시', exact: true }).click();
    await expect(page.getByText('게시했습니다.')).toBeVisible();
    await page.goto(section.page);
    await expect(page.getByText(title)).toBeVisible();
    await expect(page.locator(`footer a[href="${section.page}"]`)).toBeVisible();

    await page.goto(`/admin/settings/${section.path}/history`);
    await expect(page.getByText(title)).toBeVisible();
    await page.getByRole('button', { name: '되돌리기' }).first().click();
    await answerConfirmation(page, '이 내용을 다시 게시할까요?', '되돌리기');
    await expect(page.getByText('의 내용을 다시 게시했습니다.')).toBeVisible();
    await page.goto(section.page);
    await expect(page.getByText(title)).toHaveCount(0);
  },
);

test(
  'an admin who publishes after another sees both texts and decides',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const isDesk = info.project.name === 'desk';
    const [section, field, label] = isDesk
      ? (['location', 'parking', '주차'] as const)
      : (['links', 'kakaoChannel', '카카오톡 채널'] as const);
    const [mine, theirs] = ['https://mine.example', 'https://theirs.example'];
    const token = await loginAsAdmin(page);
    await page.goto(`/admin/settings/${section}`);
    const input = page.getByLabel(label);
    await input.fill(mine);
    await publishByApi(page, token, section, () => ({ [field]: theirs }));
    await page.getByRole('button', { name: '게시', exact: true }).click();
    const editedMeanwhile = page.getByRole('alert').filter({ hasText: '님이 게시했습니다' });
    await expect(editedMeanwhile).toContainText(mine);
    await expect(editedMeanwhile).toContainText(theirs);
    await page.getByRole('button', { name: '내가 작성한 내용으로 게시' }).click();
    await expect(page.getByText('게시했습니다. 홈페이지에 바로 표시됩니다.')).toBeVisible();
    await page.goto('/introduce');
    await expect(
      isDesk ? page.getByText(mine) : page.getByRole('link', { name: '카카오톡 채널' }),
    ).toBeVisible();
    await publishByApi(page, token, section, () => ({ [field]: '' }));
  },
);

test(
  'the bar of an editor counts the changes, covers no focused field and shows what happened',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.goto('/admin/settings/booking');
    const publish = page.getByRole('button', { name: '게시', exact: true });
    await expect(publish).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('게시됨', { exact: true })).toBeVisible();
    await page.getByLabel('며칠 뒤까지').fill('0');
    await page.getByLabel('전화 미팅도 받기').click();
    await expect(page.getByText('게시 안 됨 · 2곳 바뀜')).toBeVisible();
    const bar = publish.locator('xpath=../..');
    await page.getByLabel('며칠 뒤까지').focus();
    for (const label of [
      '미팅 몇 시간 전에',
      '미팅 몇 시간 전까지',
      '한 회원이 예약해',
      '한 회원이 하루에',
    ]) {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(label)).toBeFocused();
      const { y = 0, height = 0 } = (await page.getByLabel(label).boundingBox()) ?? {};
      expect(y + height).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    }
    await publish.click();
    await expect(page.getByLabel('며칠 뒤까지')).toBeFocused();
    await expect(page.getByText('1부터 365까지의 정수를 입력해 주세요.')).toBeInViewport();
    await page.getByLabel('며칠 뒤까지').fill('365');
    await page.getByRole('button', { name: '초안 저장' }).click();
    await expect(bar.getByText('초안을 저장했습니다.')).toBeInViewport();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '초안 삭제' }).click();
    await answerConfirmation(page, '게시된 내용으로 돌아갈까요?', '초안 삭제');
    await expect(page.getByText('게시됨', { exact: true })).toBeVisible();
  },
);

test(
  'the items of a list are cards, of which one is open, and those with an error open',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.goto('/admin/settings/packages');
    const card = (number: number) => page.getByRole('group', { name: `상품 ${number}`, exact: true });
    const name = (number: number) => card(number).getByLabel('이름');
    const line = (number: number) => card(number).getByRole('button', { expanded: false });
    await expect(line(1)).toContainText(/원$|상담 후 안내$/);
    await expect(line(1).locator('img').first()).toBeVisible();
    await expect(name(1)).toHaveCount(0);
    await line(1).press('Enter');
    await card(1).getByLabel('방문자에게 숨기기').check();
    await expect(card(1).getByText('숨김', { exact: true })).toBeVisible();
    await line(2).press('Enter');
    await expect(name(1)).toHaveCount(0);
    await name(2).fill('');
    await line(3).press('Enter');
    await expect(name(2)).toHaveCount(0);
    await page.getByRole('button', { name: '게시', exact: true }).click();
    await expect(name(2)).toBeFocused();
    await name(2).pressSequentially('새 상품');
    await expect(card(2).getByText('이름 항목을 입력해 주세요.')).toHaveCount(0);
    await expect(name(2)).toHaveValue('새 상품');
    await expect(name(3)).toHaveCount(0);
    await expect(page.getByText('게시 안 됨 · 2곳 바뀜')).toBeVisible();
    await expectNoAxeViolations(page);
    await card(2).getByRole('button', { name: '위로' }).click();
    await expect(name(1)).toHaveValue('새 상품');
    await page.getByRole('button', { name: '상품 추가' }).click();
    await expect(page.getByRole('group').last().getByLabel('카테고리')).toBeVisible();
  },
);

test('what an admin typed survives a lost session', { tag: ['@full'] }, async ({ page, expectPageError }) => {
  expectPageError(/status of 401/);
  await loginAsAdmin(page);
  await page.goto('/admin/settings/home');
  const headline = page.getByLabel('대표 문구');
  await headline.fill('저장하지 않은 문구');
  // The session is shared with other tests, so its end is mocked.
  for (const path of ['**/settings/home/draft', '**/api/auth/reissue'])
    await page.route(path, (route) => route.fulfill({ status: 401, json: {} }));
  await page.getByRole('button', { name: '초안 저장' }).click();
  await confirmAlert(page, '세션이 만료되었습니다. 다시 로그인해주세요.');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();

  await page.unrouteAll();
  const kept = await page.evaluate(() => ({ ...localStorage }));
  const token = await loginAsAdmin(page);
  await page.goto('/');
  await page.evaluate((entries) => Object.assign(localStorage, entries), kept);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(token);
  await page.goto('/admin/settings/home');
  await expect(headline).toHaveValue('저장하지 않은 문구');
  await expect(page.getByText('작성하던 내용을 불러왔습니다.')).toBeVisible();
  await page.getByRole('button', { name: '초안 삭제' }).click();
  await answerConfirmation(page, '게시된 내용으로 돌아갈까요?', '초안 삭제');
  await expect(headline).toHaveValue('오래 두고\n다시 보는 사진');
});

test(
  'a legal document is published after a typed word and withdrawn in its history',
  { tag: ['@full'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    const headers = { authorization: `Bearer ${token}` };
    const path = '/api/admin/settings/over14';
    const section = (await (await page.request.get(path, { headers })).json()) as Published;
    // Other tests' pages must not announce a change, so the server's part is simulated.
    let upcoming: Published | null = null;
    let withdrawnAt: string | null = null;
    await page.route(`**${path}/publish`, async (route) => {
      const { body } = route.request().postDataJSON() as Published;
      upcoming = { ...section, version: section.version + 1, body };
      await route.fulfill({ json: { ...upcoming, draft: null } });
    });
    await page.route(`**${path}/versions`, (route) =>
      route.fulfill({
        json: [
          ...(upcoming === null ? [] : [{ ...upcoming, withdrawnAt }]),
          { ...section, withdrawnAt: null },
        ].map(({ draft: _, ...version }) => version),
      }),
    );
    await page.route('**/api/admin/legal/over14/*/withdraw', (route) => {
      withdrawnAt = new Date().toISOString();
      return route.fulfill({ status: 204 });
    });

    await page.goto('/admin/settings/over14');
    await page.getByLabel('내용').fill('## 새 안내\n\n바뀐 안내입니다.');
    await page.getByRole('button', { name: '게시', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: '만 14세 이상 이용 안내 게시' });
    await expect(sheet.getByText('부터 시행합니다.')).toBeVisible();
    await expect(sheet.getByText('회원에게 문자로 알리지 않습니다.')).toBeVisible();
    await expect(sheet.getByText('내용: 바뀐 안내입니다.')).toBeVisible();
    const publish = sheet.getByRole('button', { name: '게시하기' });
    await sheet.getByLabel('게시하려면').fill('계시');
    await expect(publish).toBeDisabled();
    expect(upcoming).toBeNull();
    await sheet.getByLabel('게시하려면').fill('게시');
    await publish.click();
    await expect(sheet).toBeHidden();
    await expect(page.getByText('그 전날까지 변경 기록에서 취소할 수 있습니다.')).toBeVisible();

    await page.getByRole('link', { name: '변경 기록' }).click();
    await page.getByRole('button', { name: /시행 취소$/ }).click();
    await answerConfirmation(page, '시행을 취소할까요?', '시행 취소');
    await expect(page.getByText(`버전 ${section.version + 1}의 시행을 취소했습니다.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: /시행 취소$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /시행 취소$/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /내용으로 되돌리기$/ })).toHaveCount(2);
  },
);

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" rx="20"/></svg>';

test(
  'an admin uploads a logo, chooses a tone and sees both in the preview',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAsAdmin(page);
    await page.goto('/admin/settings/look');
    const logo = page.getByRole('group', { name: '로고', exact: true });
    await logo.locator('input[type="file"]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<html></html>'),
    });
    await expect(logo.getByRole('alert')).toContainText('로고를 읽을 수 없습니다.');
    await logo.locator('input[type="file"]').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(LOGO),
    });
    await expect(logo.getByRole('img', { name: '로고' })).toBeVisible();
    await expect(logo.getByRole('alert')).toHaveCount(0);
    await page.getByLabel('색', { exact: true }).selectOption({ label: '쪽빛' });
    await page.getByRole('button', { name: '미리보기' }).click();
    for (const device of ['휴대폰', '컴퓨터']) {
      const site = page.frameLocator(`iframe[title="${device} 미리보기"]`);
      const shown = site.locator('header img');
      await expect(shown).toHaveAttribute('alt', /./);
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(120);
      const sizeOf = (image: HTMLImageElement) => [image.offsetWidth, image.offsetHeight];
      expect(await shown.evaluate(sizeOf)).toEqual([120, 40]);
      await expect(site.locator('.accent-indigo')).toHaveCount(1);
    }
  },
);

test(
  'an admin uploads a photo where it is chosen, sees it, and is told when it was deleted',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 404/);
    const category = galleryOf(info, 'journey');
    const file = await createJpeg(`소개 ${info.project.name}.jpg`);
    const token = await loginAsAdmin(page);
    await page.goto('/admin/settings/introduce');
    await page.getByRole('button', { name: '사진 선택' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: '사진 선택' });
    await dialog.getByLabel('사진 카테고리').selectOption(category);
    const input = dialog.locator('input[type="file"]');
    await input.setInputFiles({ name: '글.txt', mimeType: 'text/plain', buffer: Buffer.from('글') });
    await expect(dialog.getByText('JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.')).toBeVisible();
    await expectNoAxeViolations(page);
    await input.setInputFiles(file);
    await dialog.getByRole('button', { name: '1장 업로드' }).click();
    await expect(dialog).toBeHidden();
    const thumbnail = page.locator('form picture img');
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
    await expect(page.getByText('게시 안 됨 · 1곳 바뀜')).toBeVisible();
    await page.getByRole('button', { name: '사진 선택' }).click();
    await expect(dialog.getByLabel('사진 카테고리')).toHaveValue(category);
    await expect(dialog.getByRole('button', { pressed: true })).toHaveCount(1);
    await page.keyboard.press('Escape');

    await removePhotos(page, token, category, [file.name]);
    await page.reload();
    await expect(page.getByText('선택한 사진이 삭제되었습니다.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '선택 취소' }).click();
    await expect(page.getByText('선택하지 않았습니다.')).toBeVisible();
  },
);

test(
  'what is typed is shown beside the form on a wide screen, and nothing is saved',
  { tag: ['@full'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/admin/settings/introduce/preview', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto('/admin/settings/introduce');
    const site = page.frameLocator('iframe[title="휴대폰 미리보기"]');
    const title = page.getByLabel('제목', { exact: true });
    await expect(title).toBeVisible();
    await page.evaluate(() => scrollTo(0, 120));
    release();
    await expect(site.getByRole('heading', { level: 1 })).toBeVisible();
    // The preview is a site of its own: it moves neither the page around it nor its title.
    expect(await page.evaluate(() => scrollY)).toBe(120);
    await expect(page).toHaveTitle(/^설정/);
    await page.evaluate(() => scrollTo(0, 0));
    expect((await title.boundingBox())?.width).toBeGreaterThan(600);
    const top = (await page.locator('iframe').boundingBox())?.y ?? 0;
    expect(top).toBeLessThan((await title.boundingBox())?.y ?? 0);
    await site.locator('body').evaluate(() => scrollTo(0, 200));
    await title.fill('보면서 쓴 제목');
    await expect(site.getByText('보면서 쓴 제목')).toBeAttached();
    expect(await site.locator('body').evaluate(() => scrollY)).toBeGreaterThan(100);
    await title.fill('');
    await page.getByLabel('마무리 글').fill('아직 보이지 않는 글');
    await title.fill('다시 쓴 제목');
    await expect(site.getByText('다시 쓴 제목')).toBeAttached();
    await expect(site.getByText('아직 보이지 않는 글')).toBeAttached();
    await expectNoAxeViolations(page);
    const headers = { authorization: `Bearer ${token}` };
    const stored = await page.request.get('/api/admin/settings/introduce', { headers });
    expect(await stored.json()).toMatchObject({ draft: null });
    await page.setViewportSize({ width: 1279, height: 800 });
    await page.reload();
    await expect(title).toHaveValue('다시 쓴 제목');
    await expect(page.locator('iframe')).toHaveCount(0);
  },
);
