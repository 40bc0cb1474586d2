import { insertPhoneReservation, loginAsAdmin } from './admin-actions.ts';
import { bookByApi, loginAsNewMember, reservedDate } from './booking-actions.ts';
import {
  adminCredentials,
  expect,
  expectNoAxeViolations,
  loginAs,
  createVisitor,
  registerMember,
  test,
} from './fixtures.ts';
import { inputModeFor } from './input-modes.ts';
import { field, mainButton, menuLink, openMenu } from './member-actions.ts';
import { answerDialog, askByApi, expandQuestion, uniqueWord } from './question-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const LIST = '**/api/admin/members*';
const FAILED = '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.';

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-9000-0000000000${String(from + index).padStart(2, '0')}`,
    loginId: `member-${from + index}`,
    name: '이방문',
    phoneNumber: `0100000${String(from + index).padStart(4, '0')}`,
    joinedAt: '2026-11-20T00:00:00.000Z',
    reservations: 1,
    questions: 0,
  }));

test(
  'an admin finds a member by part of the name',
  {
    tag: [
      '@full',
      '@2-admin-members',
      '@3-member',
      '@6-admin-members',
      '@7-members',
      '@8-no-results',
      '@keys-admin-members',
    ],
  },
  async ({ page }, info) => {
    const input = inputModeFor(page, info);
    const name = `찾을${info.project.name}${Date.now() % 100_000}`;
    const member = await registerMember({ ...createVisitor(), name });
    await loginAs(page, adminCredentials());
    await page.goto('/');
    await openMenu(page, '관리', input);
    await input.press(menuLink(page, '회원 관리'));
    await expect(page).toHaveURL('/admin/members');

    const callOf = recordApiCalls(page);
    await input.fill(field(page, '이름'), name.slice(1));
    await input.press(mainButton(page, '검색'));
    const row = page.getByRole('listitem').filter({ hasText: member.loginId });
    await expect(row).toContainText(name);
    await expect(row).toContainText(member.phoneNumber);
    await expect(page.getByText('1명', { exact: true })).toBeVisible();
    const { loginId, phoneNumber } = member;
    expect((await callOf('GET /api/admin/members')).responseBody).toMatchObject([
      { loginId, name, phoneNumber },
    ]);

    await input.fill(field(page, '이름'), '%없는이름_');
    await page.keyboard.press('Enter');
    await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
    await page.goBack();
    await expect(field(page, '이름')).toHaveValue(name.slice(1));
    await expect(row).toBeVisible();
    await page.reload();
    await expect(row).toBeVisible();

    await input.press(mainButton(page, '전체 보기'));
    await expect(page).toHaveURL('/admin/members');
    await expect(field(page, '이름')).toHaveValue('');
    await expect(page.getByRole('group', { name: '모든 회원' }).getByRole('listitem').nth(1)).toBeVisible();

    await input.press(mainButton(page, '검색'));
    await expect(page.getByText('검색어를 입력해 주세요.')).toBeVisible();
    await expect(field(page, '이름')).toBeFocused();
  },
);

test('an admin reads a member’s reservations, answers a question and keeps a note', async ({
  page,
  expectPageError,
}, info) => {
  expectPageError(/status of 409/);
  const name = `단골${info.project.name}${Date.now() % 100_000}`;
  const member = await registerMember({ ...createVisitor(), name });
  await bookByApi(page, member, { date: reservedDate(info, 137), time: '18-19' });
  const word = uniqueWord();
  await askByApi(page, member, { title: word });
  await loginAs(page, adminCredentials());
  await page.goto(`/admin/members?name=${encodeURIComponent(name)}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('예약 1건 · 문의 1건');
  await row.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const timeline = page.getByRole('region', { name: '기록' });
  await expect(timeline.getByRole('listitem').filter({ hasText: '오후 6시' })).toContainText('예약 확정');

  await field(page, '메모').fill('창가 자리를 좋아함');
  await mainButton(page, '메모 저장').click();
  await expect(page.getByText('메모를 저장했습니다.')).toBeVisible();
  await page.reload();
  await expect(field(page, '메모')).toHaveValue('창가 자리를 좋아함');

  // Another admin saves first.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await field(other, '메모').fill('창가 자리, 오후');
  await field(page, '메모').fill('전화 선호');
  await mainButton(other, '메모 저장').click();
  await expect(other.getByText('메모를 저장했습니다.')).toBeVisible();
  await mainButton(page, '메모 저장').click();
  await expect(page.getByText('그사이 다른 관리자가 메모를 저장했습니다.')).toBeVisible();
  await expect(page.getByText('창가 자리, 오후')).toBeVisible();
  await expect(field(page, '메모')).toHaveValue('전화 선호');
  await mainButton(page, '메모 저장').click();
  await expect(page.getByText('메모를 저장했습니다.')).toBeVisible();
  await expectNoAxeViolations(page);

  await expandQuestion(page, word);
  await field(page, '답변 내용').fill('답변입니다.');
  await mainButton(page, '답변 등록').click();
  const questions = page.getByRole('region', { name: '문의', exact: true });
  await expect(questions.getByText('답변 완료')).toBeVisible();

  await timeline.getByRole('link', { name: /오후 6시/ }).click();
  await page.getByRole('link', { name: '고객 정보 보기' }).click();
  await expect(field(page, '메모')).toHaveValue('전화 선호');
});

test(
  'the member list loads the next page on request and keeps its rows when that fails',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAs(page, adminCredentials());
    let isBroken = true;
    await page.route(LIST, (route) => {
      const isSecond = new URL(route.request().url()).searchParams.get('cursor') === 'next place';
      if (isSecond && isBroken) return route.fulfill({ status: 400, json: {} });
      return isSecond
        ? route.fulfill({ json: people(50, 10) })
        : route.fulfill({
            json: people(0, 50),
            headers: { link: '</api/admin/members?limit=50&cursor=next+place>; rel="next"' },
          });
    });
    await page.goto('/admin/members');
    await expect(page.getByText('50명 이상')).toBeVisible();
    await mainButton(page, '더 보기').click();
    await expect(page.getByRole('alert')).toHaveText(FAILED);
    await expect(page.getByRole('listitem').filter({ hasText: 'member-49' })).toBeAttached();
    isBroken = false;
    await mainButton(page, '더 보기').click();
    await expect(page.getByText('60명', { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'member-59' })).toBeAttached();
    await expect(mainButton(page, '더 보기')).toBeHidden();
    await expect(page.getByRole('alert')).toBeHidden();
  },
);

test(
  'the member list shows a message when it is empty and when it cannot be loaded',
  { tag: ['@full', '@8-no-members', '@8-search'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAs(page, adminCredentials());
    await page.route(LIST, (route) => route.fulfill({ json: [] }));
    await page.goto('/admin/members');
    await expect(page.getByText('가입된 회원이 없습니다.')).toBeVisible();
    await page.unroute(LIST);

    await page.route(LIST, (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/admin/members?name=이');
    await expect(page.getByRole('alert')).toContainText('검색 중 오류가 발생했습니다.');
    await page.goto('/admin/members');
    await expect(page.getByRole('alert')).toContainText(FAILED);
    await page.unroute(LIST);
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('group', { name: '모든 회원' })).toBeVisible();
  },
);

test(
  'the member list redirects a guest to the login and denies access to a member',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/admin/members');
    await expect(page).toHaveURL('/login');
    await loginAsNewMember(page);
    await page.goto('/admin/members');
    await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
  },
);

test('axe finds no violations in the member list', { tag: ['@full'] }, async ({ page }) => {
  await loginAs(page, adminCredentials());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin/members');
  await expect(page.getByRole('group', { name: '모든 회원' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto('/admin/members?name=없는이름입니다');
  await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
  await expectNoAxeViolations(page);
});

test(
  'a caller is merged with a member of the same number by one press and taken out by another',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const name = `합칠${info.project.name}${Date.now() % 100_000}`;
    const member = await registerMember({ ...createVisitor(), name });
    const token = await loginAsAdmin(page);
    const id = await insertPhoneReservation(page, token, {
      guestName: '어머니',
      phoneNumber: member.phoneNumber,
      date: reservedDate(info, 138),
      time: '18-19',
    });
    await page.goto(`/admin/reservations/${id}`);
    await page.getByRole('link', { name: '고객 정보 보기' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '어머니' })).toBeVisible();
    await expect(page.getByRole('link', { name: '전화하기' })).toHaveAttribute(
      'href',
      `tel:${member.phoneNumber}`,
    );
    await expectNoAxeViolations(page);
    const others = page.getByRole('region', { name: '같은 번호의 고객' });
    await others.getByRole('button', { name: `${name} 합치기` }).click();
    await answerDialog(page, `전화 예약을 ${name} 님의 예약과 한곳에 모았습니다.`, '확인');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    const merged = page.getByRole('region', { name: '합친 전화 예약' });
    await expect(merged).toContainText('어머니');
    await expect(page.getByRole('region', { name: '기록' })).toContainText('오후 6시');
    await expectNoAxeViolations(page);
    await merged.getByRole('button', { name: '어머니 나누기' }).click();
    await expect(page.getByText('어머니 님의 전화 예약을 나누었습니다.')).toBeVisible();
    await expect(others).toContainText('어머니');
    await expect(page.getByRole('region', { name: '기록' })).not.toContainText('오후 6시');
  },
);
