import { loginAsNewMember } from './booking-actions.ts';
import {
  expect,
  expectNoAxeViolations,
  loginAs,
  createVisitor,
  registerMember,
  test,
  waitForHydration,
} from './fixtures.ts';
import { inputModeFor } from './input-modes.ts';
import { endSessionOnServer, field, logIn, logOut, mainButton } from './member-actions.ts';
import {
  answerByApi,
  answerDialog,
  askByApi,
  uniqueWord,
  questionRow,
  expandQuestion,
} from './question-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const LOGIN_NEEDED = '로그인이 필요합니다. 로그인 페이지로 이동합니다.';

test(
  'a question draft survives a lost session, a reload and a closed tab, and is deleted on sending',
  {
    tag: [
      '@full',
      '@2-question',
      '@2-question-new',
      '@4-question-waiting',
      '@4-session-expired',
      '@5-title-required',
      '@5-content-required',
      '@6-member-writes',
      '@7-ask',
    ],
  },
  async ({ page, context, expectPageError }) => {
    expectPageError(/status of 40[01]/);
    const member = await registerMember();
    const title = uniqueWord();
    await page.goto('/question');
    await page.getByRole('link', { name: '문의하기' }).click();
    await answerDialog(page, LOGIN_NEEDED, '확인');
    await logIn(page, member);
    await expect(page).toHaveURL('/question/new');

    await mainButton(page, '문의하기').click();
    await expect(page.getByText('제목을 입력해 주세요.')).toBeVisible();
    await expect(page.getByText('내용을 입력해 주세요.')).toBeVisible();
    await expect(field(page, '제목')).toBeFocused();
    await field(page, '제목').fill('😀'.repeat(201));
    await expect(page.getByText('201 / 200자')).toBeVisible();
    await mainButton(page, '문의하기').click();
    await expect(page.getByText('제목은 200자까지 입력할 수 있습니다.')).toBeVisible();

    await field(page, '제목').fill(` ${title} `);
    await field(page, '내용').fill('첫째 줄\n둘째 줄');
    await page.getByLabel('답변이 등록되면 문자로 알림 받기').check();
    await endSessionOnServer(page);
    await mainButton(page, '문의하기').click();
    await answerDialog(page, '세션이 만료되었습니다. 다시 로그인해주세요.', '확인');
    await logIn(page, member);
    await expect(page).toHaveURL('/question/new');
    await expect(page.getByText('작성하던 내용을 불러왔습니다.')).toBeVisible();
    await page.reload();
    await expect(field(page, '내용')).toHaveValue('첫째 줄\n둘째 줄');

    const tab = await context.newPage();
    await page.close();
    await tab.goto('/question/new');
    await expect(field(tab, '제목')).toHaveValue(` ${title} `);
    await expect(tab.getByLabel('답변이 등록되면 문자로 알림 받기')).toBeChecked();
    const callOf = recordApiCalls(tab);
    await mainButton(tab, '문의하기').click();
    await answerDialog(tab, '문의를 등록했습니다.', '확인');
    expect(await callOf('POST /api/question')).toMatchObject({
      body: { title: expect.stringContaining(title), content: '첫째 줄\n둘째 줄' },
      status: 201,
    });
    await expect(tab).toHaveURL('/question');
    await expect(questionRow(tab, title).getByText('답변 대기')).toBeVisible();

    await tab.getByRole('link', { name: '문의하기' }).click();
    await expect(field(tab, '제목')).toHaveValue('');
    await expect(tab.getByText('작성하던 내용을 불러왔습니다.')).toBeHidden();
    await field(tab, '제목').fill('다음 문의');
    await tab.reload();
    await mainButton(tab, '작성한 내용 삭제').click();
    await answerDialog(tab, '불러온 내용을 삭제할까요?', '작성한 내용 삭제');
    await expect(field(tab, '제목')).toHaveValue('');
    await field(tab, '제목').fill('나가기 전에');
    await logOut(tab);
    await expect(tab).toHaveURL('/');
    expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([]);
  },
);

test(
  'a phone number in a question shows a warning, and a secret question is hidden from guests',
  { tag: ['@full', '@2-question', '@5-two-letter-names'] },
  async ({ page, browser, baseURL }) => {
    const author = await registerMember({ ...createVisitor(), name: '이수' });
    await loginAs(page, author);
    const title = uniqueWord();
    await page.goto('/question/new');
    await expect(
      page.getByText('비밀글을 선택하지 않으면 누구나 볼 수 있는 공개 문의로 등록됩니다.'),
    ).toBeVisible();
    await field(page, '제목').fill(title);
    await field(page, '내용').fill('010-1234-5678로 연락 주세요.');
    const warning = page.getByText('전화번호나 이메일 주소가 들어 있습니다.');
    await expect(warning).toBeVisible();
    await mainButton(page, '비밀글로 변경').click();
    await expect(page.getByLabel('비밀글', { exact: true })).toBeChecked();
    await expect(warning).toBeHidden();
    await mainButton(page, '문의하기').click();
    await answerDialog(page, '문의를 등록했습니다.', '확인');
    await expect(questionRow(page, title).getByRole('img', { name: '비밀글' })).toBeVisible();

    await askByApi(page, author, { title: `${title} 공개` }, { title: `${title} 나중` });
    const guest = await browser.newContext({ baseURL });
    const theirs = await guest.newPage();
    await theirs.goto('/question');
    await expect(questionRow(theirs, '비밀글입니다.').first()).toBeVisible();
    await expect(questionRow(theirs, `${title} 공개`).getByText('이*', { exact: true })).toBeVisible();
    // Newest first.
    await expect(questionRow(theirs, title)).toContainText(['나중', '공개']);
    await expect(theirs.getByText(title, { exact: true })).toBeHidden();
    await guest.close();
  },
);

test(
  'S-031 two members with the same name can each change only their own questions',
  {
    tag: [
      '@full',
      '@2-question',
      '@2-question-edit',
      '@4-question-waiting',
      '@4-question-answered',
      '@5-names-masked',
      '@6-member-owns',
      '@6-member-own-only',
      '@7-edit-question',
      '@7-delete-question',
      '@7-my-questions',
      '@7-search-title',
      '@8-ask',
      '@8-delete',
      '@8-server-message',
    ],
  },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (403|404|500)/);
    const word = uniqueWord();
    const other = await registerMember({ ...createVisitor(), name: '김민수' });
    const [theirs = 0] = await askByApi(page, other, { title: `${word} 남의 문의` });
    const member = await registerMember({ ...createVisitor(), name: '김민수' });
    const [mine = 0] = await askByApi(
      page,
      member,
      { title: `${word} 내 문의` },
      { title: `${word} 또 내 문의` },
    );
    await answerByApi(page, mine, '답변입니다.');
    await loginAs(page, member);

    const callOf = recordApiCalls(page);
    // The server renders the page for guests. The buttons appear after hydration.
    await page.goto(`/question?in=title&keyword=${word}`);
    await expandQuestion(page, '남의 문의');
    await expandQuestion(page, `${word} 내 문의`);
    const own = questionRow(page, `${word} 내 문의`);
    await expect(own.getByText('김민수')).toBeVisible();
    await expect(own.getByText('답변 완료')).toBeVisible();
    await expect(questionRow(page, `${word} 또 내 문의`).getByText('답변 대기')).toBeVisible();
    await expect(own.getByRole('button', { name: '삭제' })).toBeVisible();
    await expect(questionRow(page, '남의 문의').getByText('김*수')).toBeVisible();
    await expect(questionRow(page, '남의 문의').getByRole('button', { name: '삭제' })).toHaveCount(0);
    await expect(questionRow(page, '남의 문의').getByRole('link', { name: '수정' })).toHaveCount(0);
    expect(await callOf('GET /api/question/search/title')).toMatchObject({
      query: { keyword: word },
      responseBody: [{ title: `${word} 또 내 문의` }, { id: mine }, { id: theirs }],
    });
    await page.getByLabel('내 문의만 보기').check();
    await expect(page).toHaveURL(/mine=true/);
    await expect(questionRow(page, '남의 문의')).toBeHidden();
    await page.reload();
    await expect(questionRow(page, word)).toHaveCount(2);
    await page.getByRole('link', { name: '전체 보기' }).click();
    await expect(page).toHaveURL('/question?mine=true');
    await expect(questionRow(page, '문의')).toHaveCount(2);
    expect((await callOf('GET /api/question/my')).responseBody).toMatchObject([
      { title: `${word} 또 내 문의`, mine: true },
      { id: mine, mine: true, answered: true },
    ]);

    await expandQuestion(page, `${word} 내 문의`);
    await own.getByRole('link', { name: '수정' }).click();
    await expect(page).toHaveURL(`/question/edit/${mine}`);
    await page.route(`**/api/question/${mine}`, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    );
    await field(page, '내용').fill('고친 내용');
    await mainButton(page, '수정').click();
    await expect(page.getByRole('alert')).toHaveText('요청 처리 중 오류가 발생했습니다.');
    await page.unroute(`**/api/question/${mine}`);
    await page.reload();
    await expect(field(page, '내용')).toHaveValue('고친 내용');
    await mainButton(page, '수정').click();
    await answerDialog(page, '문의를 수정했습니다.', '확인');
    await expect(page).toHaveURL('/question?mine=true');
    expect(await callOf(`PUT /api/question/${mine}`)).toMatchObject({
      body: { title: `${word} 내 문의`, content: '고친 내용' },
      status: 200,
    });
    await expandQuestion(page, `${word} 내 문의`);
    await expect(own.getByText('고친 내용')).toBeVisible();

    let json = {};
    await page.route(`**/api/question/${mine}`, (route) => route.fulfill({ status: 500, json }));
    await own.getByRole('button', { name: '삭제' }).click();
    await answerDialog(page, '답변도 함께 삭제되며 되돌릴 수 없습니다.', '취소');
    await own.getByRole('button', { name: '삭제' }).click();
    await answerDialog(page, '문의를 삭제할까요?', '삭제');
    await answerDialog(page, '삭제 중 오류가 발생했습니다.', '확인');
    json = { message: '잠시 쉬어 갑니다.' };
    await own.getByRole('button', { name: '삭제' }).click();
    await answerDialog(page, '문의를 삭제할까요?', '삭제');
    await answerDialog(page, '잠시 쉬어 갑니다.', '확인');
    await page.unroute(`**/api/question/${mine}`);
    await own.getByRole('button', { name: '삭제' }).click();
    await answerDialog(page, '문의를 삭제할까요?', '삭제');
    await expect(questionRow(page, '문의')).toHaveCount(1);
    expect((await callOf(`DELETE /api/question/${mine}`)).status).toBe(204);
    await expect(questionRow(page, `${word} 또 내 문의`).locator('summary')).toBeFocused();

    await page.goto(`/question/edit/${theirs}`);
    await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
    for (const missing of [mine, 'junk']) {
      await page.goto(`/question/edit/${missing}`);
      await expect(page.getByRole('heading', { name: '페이지를 찾을 수 없습니다' })).toBeVisible();
    }
  },
);

test(
  'a question is written, edited and deleted with the keyboard alone',
  { tag: ['@5-question-trimmed', '@6-member-writes', '@keys-questions'] },
  async ({ page }, info) => {
    const input = inputModeFor(page, info);
    await loginAsNewMember(page);
    const title = uniqueWord();
    const own = questionRow(page, title);
    await page.goto('/question');
    await waitForHydration(page);
    await input.press(page.getByRole('link', { name: '문의하기' }));
    await expect(page).toHaveURL('/question/new');
    await input.fill(field(page, '제목'), `  ${title} `);
    await input.fill(field(page, '내용'), '\n 첫 내용 \n');
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await input.press(mainButton(page, '문의하기'));
    expect(await (await answer).json()).toMatchObject({ title, content: '첫 내용' });
    await answerDialog(page, '문의를 등록했습니다.', '확인', input);

    await expandQuestion(page, title, input);
    await input.press(own.getByRole('link', { name: '수정' }));
    await expect(field(page, '내용')).toHaveValue('첫 내용');
    await input.fill(field(page, '내용'), '고친 내용');
    await input.press(mainButton(page, '수정'));
    await answerDialog(page, '문의를 수정했습니다.', '확인', input);
    // The row is still expanded.
    await expect(own.getByText('고친 내용')).toBeVisible();
    await input.press(own.getByRole('button', { name: '삭제' }));
    await answerDialog(page, '문의를 삭제할까요?', '삭제', input);
    await expect(own).toHaveCount(0);
  },
);

test(
  'a question that cannot be saved keeps its text and shows an error until a field has one',
  { tag: ['@full', '@8-ask', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 500/);
    await loginAsNewMember(page);
    await page.goto('/question/new');
    await field(page, '제목').fill('앨범 문의');
    await field(page, '내용').fill('앨범을 추가할 수 있나요?');
    let json = {};
    await page.route('**/api/question', (route) => route.fulfill({ status: 500, json }));
    await mainButton(page, '문의하기').click();
    await expect(page.getByRole('alert')).toHaveText('요청 처리 중 오류가 발생했습니다.');
    json = { message: '잠시 쉬어 갑니다.' };
    await mainButton(page, '문의하기').click();
    await expect(page.getByRole('alert')).toHaveText('잠시 쉬어 갑니다.');
    await expect(page).toHaveURL('/question/new');
    await expect(field(page, '제목')).toHaveValue('앨범 문의');
    await expect(field(page, '내용')).toHaveValue('앨범을 추가할 수 있나요?');
    await field(page, '제목').fill('');
    await expect(page.getByText('제목을 입력해 주세요.')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
    await field(page, '제목').fill('앨범 문의');
    await expect(page.getByText('제목을 입력해 주세요.')).toBeHidden();
    await expect(page.getByRole('alert')).toBeHidden();
  },
);

test('axe finds no violations in the question form', { tag: ['@full'] }, async ({ page }) => {
  const member = await loginAsNewMember(page);
  const [id = 0] = await askByApi(page, member, { title: uniqueWord(), secret: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/question?mine=true');
  await page.locator('main summary').click();
  await expect(mainButton(page, '삭제')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/question/edit/${id}`);
  await field(page, '제목').fill('');
  await field(page, '내용').fill('me@example.com');
  await page.getByLabel('비밀글', { exact: true }).uncheck();
  await mainButton(page, '수정').click();
  await expect(page.getByText('제목을 입력해 주세요.')).toBeVisible();
  await expectNoAxeViolations(page);
});
