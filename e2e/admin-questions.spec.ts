import type { Page } from '@playwright/test';
import type { Question } from '#features/questions/contract/questions.ts';
import { loginAsNewMember } from './booking-actions.ts';
import { countingInput } from './counting-input.ts';
import {
  adminCredentials,
  createVisitor,
  expect,
  expectNoAxeViolations,
  loginAs,
  registerMember,
  test,
} from './fixtures.ts';
import { inputModeFor, tabTo } from './input-modes.ts';
import { field, mainButton, menuLink, openMenu } from './member-actions.ts';
import {
  answerByApi,
  answerDialog,
  askByApi,
  editByApi,
  uniqueWord,
  questionRow,
  expandQuestion,
} from './question-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const LIST = '**/api/admin/question?*';

/** Shows only questions that contain this word, because other tests create questions too. */
const listOnly = (page: Page, word: string) =>
  page.route(LIST, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('limit=20', 'limit=500') });
    const rows = (await response.json()) as Question[];
    await route.fulfill({ response, json: rows.filter(({ title }) => title.includes(word)) });
  });

test(
  'an admin answers all open questions with the keyboard alone',
  {
    tag: [
      '@2-admin-questions',
      '@4-question-answered',
      '@5-answer-required',
      '@6-admin-answers',
      '@7-answer',
      '@8-no-questions',
      '@keys-admin-answers',
    ],
  },
  async ({ page }, info) => {
    const input = inputModeFor(page, info);
    const word = uniqueWord();
    const author = await registerMember();
    const [first = 0] = await askByApi(
      page,
      author,
      { title: `${word} 하나`, notify: true },
      { title: `${word} 둘`, secret: true },
    );
    await loginAs(page, adminCredentials());
    await page.goto('/');
    await openMenu(page, '관리', input);
    await input.press(menuLink(page, '문의 관리'));
    await expect(page).toHaveURL('/admin/questions');
    await listOnly(page, word);
    await input.press(page.getByRole('link', { name: /^답변 대기/ }));
    await expect(page).toHaveURL('/admin/questions?answered=false');
    await expect(questionRow(page, word)).toHaveCount(2);
    // The oldest open question is first, with the unmasked name.
    await expect(questionRow(page, word).first()).toContainText('하나');
    await expect(questionRow(page, '하나').getByText(author.name, { exact: true })).toBeVisible();

    await expandQuestion(page, '하나', input);
    await tabTo(page, field(page, '답변 내용'));
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('답변 내용을 입력해주세요.')).toBeVisible();
    await page.keyboard.type('첫 답변');
    await page.reload();
    await expect(field(page, '답변 내용')).toHaveValue('첫 답변');
    await tabTo(page, field(page, '답변 내용'));
    await expect(questionRow(page, '하나').getByText('답변 대기')).toBeVisible();
    const callOf = recordApiCalls(page);
    await page.keyboard.press('Control+Enter');
    await expect(questionRow(page, '하나')).toBeHidden();
    expect(await callOf(`POST /api/admin/question/${first}/answer`)).toMatchObject({
      body: { content: '첫 답변' },
      status: 201,
    });
    await expect(questionRow(page, '둘').getByLabel('답변 내용')).toBeFocused();
    await page.keyboard.type('둘째 답변');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('문의가 없습니다.', { exact: true })).toBeVisible();

    await input.press(page.getByRole('link', { name: /^답변 완료/ }));
    await expect(questionRow(page, word)).toHaveCount(2);
    await expandQuestion(page, '하나', input);
    await expect(questionRow(page, '하나').getByText('첫 답변')).toBeVisible();
    await expect(questionRow(page, '하나').getByText('답변 완료')).toBeVisible();
    await input.press(page.getByRole('link', { name: '메시지 기록' }));
    // A reload would cancel the navigation while its script loads.
    await expect(page).toHaveURL('/admin/questions/notifications');
    // Sent at once by day; at night it waits for the morning. The page may have loaded while it was being sent.
    const answered = page.getByRole('row').filter({ hasText: author.name }).filter({ hasText: '답변 등록' });
    await expect(async () => {
      await page.reload();
      await expect(answered.first()).toContainText(/보내지 않음 \(시험\)|발송 예정/, { timeout: 2_000 });
    }).toPass();
  },
);

test(
  'an answer written while another admin answers is not lost, and answers can be edited and deleted',
  {
    tag: [
      '@full',
      '@2-admin-questions',
      '@4-question-waiting',
      '@4-answer-edited',
      '@4-answer-deleted',
      '@6-admin-answers',
      '@6-admin-questions',
      '@7-edit-answer',
      '@7-delete-answer',
      '@8-answer',
      '@8-delete',
      '@8-server-message',
    ],
  },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (409|500)/);
    const word = uniqueWord();
    const [id = 0] = await askByApi(page, await registerMember(), { title: word });
    await loginAs(page, adminCredentials());
    await listOnly(page, word);
    await page.goto('/admin/questions?answered=false');
    await expandQuestion(page, word);
    await page.route('**/api/admin/question/*/answer', (route) => route.fulfill({ status: 500, json: {} }));
    await field(page, '답변 내용').fill('나의 답변');
    await mainButton(page, '답변 등록').click();
    await expect(page.getByRole('alert')).toHaveText('처리 중 오류가 발생했습니다.');
    await page.unroute('**/api/admin/question/*/answer');

    await answerByApi(page, id, '먼저 등록한 답변');
    await mainButton(page, '답변 등록').click();
    await expect(page.getByRole('alert')).toHaveText('이미 답변이 등록된 문의입니다.');
    await expect(page.getByText('먼저 등록한 답변')).toBeVisible();
    await expect(page.getByText('등록하지 않은 답변이 남아 있습니다.')).toBeVisible();
    await mainButton(page, '이어서 작성').click();
    await expect(field(page, '답변 내용')).toHaveValue('나의 답변');
    const callOf = recordApiCalls(page);
    await mainButton(page, '답변 수정').click();
    await expect(page.getByText('답변을 수정했습니다.')).toBeAttached();
    expect(await callOf('PUT /api/admin/question/answer/{}')).toMatchObject({
      body: { content: '나의 답변' },
      status: 200,
    });

    await page.getByRole('link', { name: /^전체/ }).click();
    await expandQuestion(page, word);
    await expect(questionRow(page, word).getByText('나의 답변')).toBeVisible();
    await page.route('**/api/admin/question/answer/*', (route) => route.fulfill({ status: 500, json: {} }));
    await mainButton(page, '답변 삭제').click();
    await answerDialog(page, '답변을 삭제할까요?', '삭제');
    await expect(page.getByRole('alert')).toHaveText('삭제 중 오류가 발생했습니다.');
    await page.unroute('**/api/admin/question/answer/*');
    await mainButton(page, '답변 삭제').click();
    await answerDialog(page, '답변을 삭제할까요?', '삭제');
    await expect(questionRow(page, word).getByText('답변 대기')).toBeVisible();
    await expect(field(page, '답변 내용')).toHaveValue('');
    expect((await callOf('DELETE /api/admin/question/answer/{}')).status).toBe(204);

    await page.getByRole('link', { name: '문의 수정' }).click();
    await expect(page.getByLabel('답변이 등록되면 문자로 알림 받기')).toHaveCount(0);
    await page.getByLabel('비밀글', { exact: true }).check();
    await mainButton(page, '수정').click();
    await answerDialog(page, '문의를 수정했습니다.', '확인');
    await expandQuestion(page, word);
    await expect(questionRow(page, word).getByRole('img', { name: '비밀글' })).toBeVisible();
    await mainButton(page, '문의 삭제').click();
    await answerDialog(page, '문의를 삭제할까요?', '삭제');
    await expect(page.getByText('문의가 없습니다.', { exact: true })).toBeVisible();
  },
);

test(
  'notifications show their delivery state and can be sent again',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (409|500)/);
    const message = (id: number, state: string) => ({
      id,
      kind: id % 2 ? 'QUESTION_ANSWERED' : 'QUESTION_ASKED',
      label: id % 2 ? '답변 등록' : '새 문의',
      isToStudio: id % 2 === 0,
      questionId: 1,
      memberName: id % 2 ? '김민수' : null,
      state,
      channel: 'SMS',
      isReplaced: false,
      resultCode: null,
      nextAt: null,
      attempts: state === 'QUEUED' ? 0 : 1,
      createdAt: '2026-11-20T15:30:00.000Z',
      settledAt: null,
    });
    let rows = ['SIMULATED', 'SENT', 'FAILED', 'UNKNOWN', 'QUEUED']
      .map((state, id) => message(id, state))
      .reverse();
    await loginAs(page, adminCredentials());
    await page.route('**/api/admin/notification?*', (route) => route.fulfill({ json: rows }));
    const sent: string[] = [];
    await page.route('**/api/admin/notification/*/resend', (route) => {
      sent.push(route.request().url());
      if (sent.length === 1) return route.fulfill({ status: 500, json: {} });
      rows = rows.map((row) => (row.state === 'UNKNOWN' ? message(3, 'QUEUED') : row));
      return route.fulfill({ json: message(3, 'QUEUED') });
    });
    await page.goto('/admin/questions/notifications');
    const table = page.getByRole('table');
    for (const state of [
      '발송 예정',
      '확인 필요',
      '실패: 전화로 알려 주세요',
      '문자 발송',
      '보내지 않음 (시험)',
    ])
      await expect(table.getByText(state, { exact: true })).toBeVisible();
    await expect(table.getByRole('row').filter({ hasText: '보내지 않음 (시험)' })).toContainText('0회');
    await expect(table.getByRole('button', { name: '다시 보내기' })).toHaveCount(2);
    await table.getByRole('button', { name: '다시 보내기' }).last().click();
    await expect(page.getByRole('alert')).toHaveText('처리 중 오류가 발생했습니다.');
    await table.getByRole('button', { name: '다시 보내기' }).first().click();
    await answerDialog(page, '이미 도착한 문자일 수 있습니다.', '다시 보내기');
    await expect(page.getByText('곧 다시 발송합니다.')).toBeVisible();
    await expect(table.getByText('발송 예정')).toHaveCount(2);
    await expectNoAxeViolations(page);
    expect(sent).toHaveLength(2);
    rows = [];
    await mainButton(page, '새로 고침').click();
    await expect(page.getByText('보낸 메시지가 없습니다.')).toBeVisible();
  },
);

test(
  'an admin finds a question by its author and answers with a saved text',
  { tag: ['@full'] },
  async ({ page }) => {
    const [word, author] = [
      uniqueWord(),
      await registerMember({ ...createVisitor(), name: `찾${Date.now() % 1_000_000}` }),
    ];
    await askByApi(page, author, { title: word });
    await loginAs(page, adminCredentials());
    await page.goto('/admin/questions');
    await field(page, '제목, 내용, 작성자').fill(author.name);
    await mainButton(page, '검색').click();
    await expect(page.getByRole('link', { name: /^답변 대기 1$/ })).toBeVisible();
    await expect(questionRow(page, word)).toContainText(author.name);
    await expandQuestion(page, word);
    await field(page, '답변 내용').fill('안녕하세요.');
    const replies = page.getByRole('group', { name: '답변 문구' });
    await replies.getByRole('button', { name: '예약 변경 방법' }).click();
    await expect(field(page, '답변 내용')).toHaveValue(/^안녕하세요\.\n[^]*‘예약 내역’에서/);
    await expect(field(page, '답변 내용')).toBeFocused();
    await expectNoAxeViolations(page);
    await mainButton(page, '답변 등록').click();
    await expect(page.getByRole('link', { name: /^답변 완료 1$/ })).toBeVisible();
    await page.getByRole('link', { name: /^답변 대기 0$/ }).click();
    await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
  },
);

test(
  'an admin makes a question secret and public again without leaving the admin, and sees the message to its author',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const input = inputModeFor(page, info);
    const [word, author] = [uniqueWord(), await registerMember()];
    const content = '내용입니다.';
    const [id = 0] = await askByApi(page, author, { title: word, content });
    await loginAs(page, adminCredentials());
    await page.goto(`/admin/questions?keyword=${word}`);
    await expandQuestion(page, word, input);
    const row = questionRow(page, word);
    await expect(row.getByText('공개', { exact: true })).toBeVisible();
    const callOf = recordApiCalls(page);
    await input.press(mainButton(page, '비밀글로 바꾸기'));
    await expect(row.getByText('비밀글', { exact: true })).toBeVisible();
    expect(await callOf(`PUT /api/admin/question/${id}/secret`)).toMatchObject({
      body: { secret: true, seen: { title: word, content } },
      status: 204,
    });
    await expect(page.getByText('비밀글로 변경했습니다.')).toBeAttached();
    await expect(mainButton(page, '공개로 바꾸기')).toBeFocused();
    await expect(row.getByRole('row').filter({ hasText: '공개 여부 변경' })).toHaveCount(1);
    await expectNoAxeViolations(page);

    // The author edits it after the admin has seen it.
    await editByApi(page, author, id, { title: word, content: '바뀐 내용', secret: true });
    await mainButton(page, '공개로 바꾸기').click();
    await answerDialog(page, '문의를 공개로 바꿀까요?', '공개로 바꾸기');
    await expect(page.getByRole('alert')).toHaveText('그사이 문의가 변경되었습니다. 다시 확인해 주세요.');
    await expect(row.getByText('바뀐 내용')).toBeVisible();

    await mainButton(page, '공개로 바꾸기').click();
    await answerDialog(page, '문의를 공개로 바꿀까요?', '취소');
    await expect(row.getByText('비밀글', { exact: true })).toBeVisible();
    await mainButton(page, '공개로 바꾸기').click();
    await answerDialog(page, '문의를 공개로 바꿀까요?', '공개로 바꾸기');
    await expect(row.getByText('공개', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/questions\?/);
  },
);

test('a question is answered with a saved text by three taps', { tag: ['@full'] }, async ({ page }) => {
  const [word, author] = [uniqueWord(), await registerMember()];
  await askByApi(page, author, { title: word });
  await loginAs(page, adminCredentials());
  await page.goto(`/admin/questions?keyword=${word}`);
  const { counts, tap } = countingInput(page);
  await tap(page.getByRole('main').locator('summary', { hasText: word }));
  const replies = page.getByRole('group', { name: '답변 문구' });
  await tap(replies.getByRole('button', { name: '예약 변경 방법' }));
  await tap(mainButton(page, '답변 등록'));
  await expect(page.getByText(/^답변을 등록했습니다\./)).toBeVisible();
  expect(counts.taps).toBeLessThanOrEqual(3);
});

test('the admin question list loads 20 questions per page', { tag: ['@full'] }, async ({ page }) => {
  const question = (id: number): Question => ({
    id,
    title: `문의 ${id}`,
    content: '내용',
    memberName: '김철수',
    createdAt: '2026-11-20T00:00:00.000Z',
    answered: false,
    answer: null,
    mine: false,
    secret: false,
    notify: false,
  });
  const queries: string[] = [];
  await loginAs(page, adminCredentials());
  await page.route(LIST, (route) => {
    const { searchParams } = new URL(route.request().url());
    queries.push(['answered', 'limit', 'cursor'].map((name) => searchParams.get(name)).join(' '));
    return searchParams.has('cursor')
      ? route.fulfill({ json: [question(21)] })
      : route.fulfill({
          json: Array.from({ length: 20 }, (_, index) => question(index + 1)),
          headers: { link: '</api/admin/question?limit=20&cursor=20>; rel="next"' },
        });
  });
  await page.goto('/admin/questions?answered=false');
  await expect(questionRow(page, '문의 20')).toBeVisible();
  await mainButton(page, '더 보기').click();
  await expect(questionRow(page, '문의 21')).toBeVisible();
  expect(queries).toEqual(['false 20 ', 'false 20 20']);
});

test(
  'the admin question pages redirect a guest to the login and deny access to a member',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.goto('/admin/questions');
    await expect(page).toHaveURL('/login');
    await loginAsNewMember(page);
    for (const path of ['/admin/questions', '/admin/questions/notifications']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
    }
  },
);

test(
  'axe finds no violations in the admin question list, and a list that cannot be loaded shows an error',
  { tag: ['@full', '@8-questions'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAs(page, adminCredentials());
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/admin/questions');
    await page.locator('main summary').first().click();
    await page.getByRole('link', { name: /^답변 완료/ }).click();
    await page.locator('main summary').first().click();
    await mainButton(page, '답변 수정').click();
    await expect(field(page, '답변 내용')).toBeFocused();
    await expectNoAxeViolations(page);
    await page.route(LIST, (route) => route.fulfill({ status: 400, json: {} }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('문의 목록을 불러오지 못했습니다.');
  },
);
