import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  loginAs,
  createVisitor,
  registerMember,
  sentCode,
  test,
  type Member,
} from './fixtures.ts';
import { inputModeFor, mouseInput } from './input-modes.ts';
import {
  canLogIn,
  waitForNewCode,
  field,
  isTokenValid,
  logIn,
  loginOnOtherDevice,
  mainButton,
  submitForm,
  storedKeys,
  wrongCode,
} from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const identify = (
  page: Page,
  { loginId, name, phoneNumber }: Omit<Member, 'password'>,
  input = mouseInput(page),
): Promise<void> =>
  submitForm(page, { 아이디: loginId, 이름: name, '휴대폰 번호': phoneNumber }, '인증번호 받기', input);

const goToNewPassword = async (page: Page, member: Member, input = mouseInput(page)): Promise<void> => {
  await page.goto('/find-password');
  const code = await waitForNewCode(member.phoneNumber, () => identify(page, member, input));
  await expect(field(page, '인증번호')).toBeFocused();
  await input.fill(field(page, '인증번호'), code);
  await input.press(mainButton(page, '다음'));
  await expect(field(page, '새 비밀번호')).toBeFocused();
};

const typeNew = (
  page: Page,
  password: string,
  repeated = password,
  input = mouseInput(page),
): Promise<void> =>
  submitForm(page, { '새 비밀번호': password, '새 비밀번호 확인': repeated }, '비밀번호 변경', input);

test(
  'resetting the password ends every session of the member',
  {
    tag: [
      '@full',
      '@2-find-password',
      '@4-find-password-steps',
      '@6-guest-joins',
      '@7-find-pw-send-code',
      '@7-find-pw-verify-code',
      '@7-find-pw-reset',
      '@keys-find-password',
    ],
  },
  async ({ page, browser, baseURL }, info) => {
    const input = inputModeFor(page, info);
    const member = await registerMember();
    const elsewhere = await loginOnOtherDevice(page, member);
    await page.goto('/login');
    await input.press(page.getByRole('link', { name: '비밀번호 찾기' }));
    await expect(page).toHaveURL('/find-password');
    await expect(field(page, '아이디')).toHaveAttribute('autocomplete', 'username');
    const callOf = recordApiCalls(page);
    await goToNewPassword(page, member, input);
    const { loginId, name, phoneNumber } = member;
    expect(await callOf('POST /api/member/find-pw/send-code')).toMatchObject({
      body: { loginId, name, phoneNumber },
      status: 200,
    });
    const code = sentCode(phoneNumber);
    expect(await callOf('POST /api/member/find-pw/verify-code')).toMatchObject({
      body: { loginId, name, phoneNumber, code },
      status: 200,
    });

    for (const label of ['새 비밀번호', '새 비밀번호 확인'])
      await expect(field(page, label)).toHaveAttribute('autocomplete', 'new-password');
    const username = page.locator('input[autocomplete="username"]');
    await expect(username).toBeHidden();
    await expect(username).toHaveValue(member.loginId);
    await typeNew(page, '네글자요', '네글자요', input);

    await expect(page.getByRole('heading', { name: '비밀번호를 변경했습니다.' })).toBeFocused();
    expect(await callOf('PUT /api/member/find-pw/reset')).toMatchObject({
      body: { loginId, name, phoneNumber, code, password: '네글자요' },
      status: 200,
    });
    expect(await isTokenValid(page, elsewhere)).toBe(false);
    expect(await canLogIn(browser, baseURL, member)).toBe(false);
    await input.press(page.getByRole('main').getByRole('link', { name: '로그인' }));
    await logIn(page, { loginId: member.loginId, password: '네글자요' }, input);
    await expect(page).toHaveURL('/');
    expect(await storedKeys(page)).toHaveLength(4);
  },
);

test(
  'the first step of password recovery requires every field',
  { tag: ['@full', '@5-find-password-required', '@8-send-code'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED/);
    await page.goto('/find-password');
    const missing = page.getByText('모든 정보를 입력해주세요.');
    await mainButton(page, '인증번호 받기').click();
    await expect(missing).toBeVisible();
    await expect(field(page, '아이디')).toBeFocused();
    for (const [empty, label] of [
      [{ loginId: '' }, '아이디'],
      [{ name: '' }, '이름'],
      [{ phoneNumber: '' }, '휴대폰 번호'],
    ] as const) {
      await identify(page, { ...createVisitor(), ...empty });
      await expect(missing).toBeVisible();
      await expect(field(page, label)).toBeFocused();
    }

    await page.route('**/find-pw/send-code', (route) => route.abort());
    await identify(page, createVisitor());
    await expect(page.getByRole('alert')).toHaveText('인증번호 전송에 실패했습니다.');
  },
);

test(
  'a wrong code or a failed request stops password recovery at the code step',
  { tag: ['@full', '@8-verify', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400|ERR_FAILED/);
    const member = await registerMember();
    await page.goto('/find-password');
    const right = await waitForNewCode(member.phoneNumber, () => identify(page, member));
    await expect(field(page, '인증번호')).toBeFocused();
    await mainButton(page, '다음').click();
    await expect(page.getByText('인증번호를 입력해주세요.', { exact: true })).toBeVisible();
    await field(page, '인증번호').fill(wrongCode(right));
    await mainButton(page, '다음').click();
    await expect(page.getByRole('alert')).toHaveText('인증번호가 올바르지 않거나 만료되었습니다.');
    await page.route('**/find-pw/verify-code', (route) => route.abort());
    await field(page, '인증번호').fill(right);
    await mainButton(page, '다음').click();
    await expect(page.getByRole('alert')).toHaveText('인증에 실패했습니다.');
  },
);

test(
  'password recovery shows an error for a short, mismatched or rejected new password',
  { tag: ['@full', '@5-reset-length', '@5-reset-mismatch', '@8-reset', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400|ERR_FAILED/);
    const member = await registerMember();
    await goToNewPassword(page, member);
    await typeNew(page, '세글자');
    await expect(page.getByText('비밀번호는 4자 이상이어야 합니다.')).toBeVisible();
    await typeNew(page, '네글자요', '네글자여');
    await expect(page.getByText('비밀번호가 일치하지 않습니다.', { exact: true })).toBeVisible();
    await expect(field(page, '새 비밀번호 확인')).toBeFocused();
    await field(page, '새 비밀번호 확인').fill('네글자요');
    await expect(page.getByText('비밀번호가 일치하지 않습니다.', { exact: true })).toBeHidden();

    await page.route('**/find-pw/reset', (route) => route.abort());
    await mainButton(page, '비밀번호 변경').click();
    await expect(page.getByText('비밀번호 변경에 실패했습니다.', { exact: true })).toBeVisible();
    await page.unroute('**/find-pw/reset');

    await page.route('**/find-pw/reset', (route) =>
      route.fulfill({
        status: 400,
        json: { message: '인증번호가 올바르지 않거나 만료되었습니다.', code: 'CODE_WRONG' },
      }),
    );
    await mainButton(page, '비밀번호 변경').click();
    await expect(page.getByRole('alert')).toContainText('인증번호가 올바르지 않거나 만료되었습니다.');
    await mainButton(page, '처음부터 다시 하기').click();
    await expect(field(page, '아이디')).toHaveValue(member.loginId);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('네글자요');
  },
);

test('a reload after the code step asks for the same code again', { tag: ['@full'] }, async ({ page }) => {
  const member = await registerMember();
  await goToNewPassword(page, member);
  await page.reload();
  await field(page, '인증번호').fill(sentCode(member.phoneNumber));
  await mainButton(page, '다음').click();
  await typeNew(page, 'new-password');
  await expect(page.getByText('비밀번호를 변경했습니다.')).toBeVisible();
});

test('resetting the password logs out the current browser', { tag: ['@full'] }, async ({ page }) => {
  const member = await registerMember();
  await loginAs(page, member);
  await goToNewPassword(page, member);
  await typeNew(page, 'new-password');
  await expect(page.getByText('비밀번호를 변경했습니다.')).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: '로그인' }).click();
  await expect(field(page, '비밀번호')).toBeVisible();
});

test('axe finds no violations in password recovery', { tag: ['@full'] }, async ({ page }) => {
  const member = await registerMember();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/find-password');
  await expect(field(page, '아이디')).toBeVisible();
  await expectNoAxeViolations(page);
  await goToNewPassword(page, member);
  await typeNew(page, '세글자');
  await expect(page.getByText('비밀번호는 4자 이상이어야 합니다.')).toBeVisible();
  await expectNoAxeViolations(page);
  await typeNew(page, 'new-password');
  await expect(page.getByText('비밀번호를 변경했습니다.')).toBeVisible();
  await expectNoAxeViolations(page);
});
