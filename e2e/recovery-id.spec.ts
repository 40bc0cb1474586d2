import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  createVisitor,
  registerMember,
  sentCode,
  test,
  type Member,
} from './fixtures.ts';
import { inputModeFor, mouseInput } from './input-modes.ts';
import {
  waitForNewCode,
  field,
  freshCountdown,
  mainButton,
  submitForm,
  wrongCode,
} from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const askForCode = (
  page: Page,
  { name, phoneNumber }: Pick<Member, 'name' | 'phoneNumber'>,
  input = mouseInput(page),
): Promise<void> => submitForm(page, { 이름: name, '휴대폰 번호': phoneNumber }, '인증번호 받기', input);

test(
  'a member recovers the login id with the code from the text message',
  {
    tag: [
      '@2-find-id',
      '@4-find-id-steps',
      '@6-guest-joins',
      '@7-find-id-send-code',
      '@7-find-id-verify',
      '@keys-find-id',
    ],
  },
  async ({ page }, info) => {
    const input = inputModeFor(page, info);
    const member = await registerMember();
    await page.goto('/login');
    await input.press(page.getByRole('link', { name: '아이디 찾기' }));
    await expect(page).toHaveURL('/find-id');
    await expect(field(page, '이름')).toHaveAttribute('autocomplete', 'name');
    await expect(field(page, '휴대폰 번호')).toHaveAttribute('autocomplete', 'tel-national');
    const callOf = recordApiCalls(page);
    const sent = await waitForNewCode(member.phoneNumber, () => askForCode(page, member, input));
    const { name, phoneNumber, loginId } = member;
    expect(await callOf('POST /api/member/find-id/send-code')).toMatchObject({
      body: { name, phoneNumber },
      status: 200,
    });

    const code = field(page, '인증번호');
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expect(page.getByRole('status').getByText('3분 안에 입력해 주세요.')).toBeAttached();
    await input.fill(code, sent);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: '아이디를 찾았습니다.' })).toBeFocused();
    expect(await callOf('POST /api/member/find-id/verify')).toMatchObject({
      body: { name, phoneNumber, code: sent },
      responseBody: { loginId },
    });
    const main = page.getByRole('main');
    await expect(main.getByText(loginId, { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: '비밀번호 찾기' })).toHaveAttribute('href', '/find-password');
    expect(await page.evaluate(() => sessionStorage.getItem('find-id'))).toBeNull();
    await input.press(main.getByRole('link', { name: '로그인' }));
    await expect(page).toHaveURL('/login');
  },
);

test(
  'the id recovery form shows errors at missing and malformed fields',
  { tag: ['@full', '@5-find-id-required'] },
  async ({ page }) => {
    await page.goto('/find-id');
    const missing = page.getByText('이름과 휴대폰 번호를 모두 입력해주세요.');
    await mainButton(page, '인증번호 받기').click();
    await expect(missing).toBeVisible();
    await expect(field(page, '이름')).toBeFocused();
    await expect(field(page, '이름')).toHaveAttribute('aria-invalid', 'true');

    await askForCode(page, { name: '이방문', phoneNumber: '' });
    await expect(missing).toBeVisible();
    await expect(field(page, '휴대폰 번호')).toBeFocused();

    await askForCode(page, { name: '', phoneNumber: '01012345678' });
    await expect(missing).toBeVisible();
    await expect(field(page, '이름')).toBeFocused();

    await askForCode(page, { name: '이방문', phoneNumber: '0101234' });
    await expect(page.getByText('휴대폰 번호 11자리를 정확히 입력해주세요.')).toBeVisible();
    await expect(missing).toBeHidden();
  },
);

test(
  'the code step of id recovery shows an error for a missing, short, wrong or unverified code',
  { tag: ['@full', '@5-find-id-code', '@8-verify', '@9-code', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400|ERR_FAILED/);
    const member = await registerMember();
    await page.goto('/find-id');
    const right = await waitForNewCode(member.phoneNumber, () => askForCode(page, member));
    const code = field(page, '인증번호');
    await mainButton(page, '다음').click();
    await expect(page.getByText('인증번호를 입력해주세요.', { exact: true })).toBeVisible();
    await expect(code).toBeFocused();
    await code.fill('123');
    await mainButton(page, '다음').click();
    await expect(page.getByText('인증번호 6자리를 입력해 주세요.')).toBeVisible();

    await code.fill(wrongCode(right));
    await mainButton(page, '다음').click();
    await expect(page.getByRole('alert')).toHaveText('인증번호가 올바르지 않거나 만료되었습니다.');
    await code.fill('123');
    await mainButton(page, '다음').click();
    await expect(page.getByText('인증번호 6자리를 입력해 주세요.')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();

    await page.route('**/find-id/verify', (route) => route.abort());
    await code.fill(right);
    await mainButton(page, '다음').click();
    await expect(page.getByRole('alert')).toHaveText('인증에 실패했습니다.');
    await page.unroute('**/find-id/verify');
    await mainButton(page, '다음').click();
    await expect(page.getByText(member.loginId, { exact: true })).toBeVisible();
  },
);

test(
  'a failed code request in id recovery shows an error and keeps the typed text',
  { tag: ['@full', '@8-find-id', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 500|ERR_FAILED/);
    const visitor = createVisitor();
    await page.goto('/find-id');
    await page.route('**/find-id/send-code', (route) => route.abort());
    await askForCode(page, visitor);
    await expect(page.getByRole('alert')).toHaveText('아이디 찾기에 실패했습니다.');
    await page.route('**/find-id/send-code', (route) =>
      route.fulfill({ status: 500, json: { message: '잠시 쉬어 갑니다.' } }),
    );
    await mainButton(page, '인증번호 받기').click();
    await expect(page.getByRole('alert')).toHaveText('잠시 쉬어 갑니다.');
    await expect(field(page, '이름')).toHaveValue(visitor.name);
    await expect(field(page, '휴대폰 번호')).toHaveValue(visitor.phoneNumber);
  },
);

test(
  'S-017 id recovery looks the same for a non-member, and no message is sent',
  { tag: ['@full'] },
  async ({ page }) => {
    const visitor = createVisitor();
    await page.goto('/find-id');
    await askForCode(page, visitor);
    await expect(field(page, '인증번호')).toBeFocused();
    await expect(page.getByText('입력하신 정보와 일치하는 회원이 있으면')).toBeVisible();
    expect(() => sentCode(visitor.phoneNumber)).toThrow();

    await mainButton(page, '정보 다시 입력').click();
    await expect(field(page, '이름')).toHaveValue(visitor.name);
    await expect(field(page, '휴대폰 번호')).toHaveValue(visitor.phoneNumber);
  },
);

test(
  'id recovery keeps its step across a reload and allows another code after a minute',
  { tag: ['@full', '@8-send-code'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED/);
    const member = await registerMember();
    const again = mainButton(page, '다시 받기');
    await page.clock.install();
    await page.goto('/find-id');
    await askForCode(page, member);
    await expect(again).toBeDisabled();
    await page.reload();
    await expect(field(page, '인증번호')).toBeVisible();

    await page.clock.fastForward(61_000);
    await page.route('**/find-id/send-code', (route) => route.abort());
    await again.click();
    await expect(page.getByRole('alert')).toHaveText('인증번호 전송에 실패했습니다.');
    await page.unroute('**/find-id/send-code');
    await again.click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByText(freshCountdown)).toBeVisible();
    await expect(again).toBeDisabled();
    await page.clock.fastForward(181_000);
    await expect(page.getByText('인증번호가 만료되었습니다. 다시 받아 주세요.').first()).toBeVisible();
    await expect(again).toBeEnabled();
  },
);

test('axe finds no violations in id recovery', { tag: ['@full'] }, async ({ page }) => {
  const member = await registerMember();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/find-id');
  await mainButton(page, '인증번호 받기').click();
  await expect(page.getByText('이름과 휴대폰 번호를 모두 입력해주세요.')).toBeVisible();
  await expectNoAxeViolations(page);
  const sent = await waitForNewCode(member.phoneNumber, () => askForCode(page, member));
  await mainButton(page, '다음').click();
  await expect(page.getByText('인증번호를 입력해주세요.', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await field(page, '인증번호').fill(sent);
  await mainButton(page, '다음').click();
  await expect(page.getByText('아이디를 찾았습니다.')).toBeVisible();
  await expectNoAxeViolations(page);
});
