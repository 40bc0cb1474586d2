import { confirmAlert } from './booking-actions.ts';
import { expect, expectNoAxeViolations, registerMember, sentCode, test } from './fixtures.ts';
import { inputModeFor } from './input-modes.ts';
import { mainButton, storedKeys, wrongCode } from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';
import { CHECK_RATE_LIMITED, rateLimitChecks, registerForm } from './register-form.ts';
import {
  openSocialProfile,
  completeSocialProfile,
  logInWithProvider,
  newSocialVisitor,
} from './social-actions.ts';

test(
  'the social profile form shows errors in both steps and keeps typed text across a reload',
  {
    tag: [
      '@full',
      '@2-social-extra',
      '@4-extra-steps',
      '@5-extra-phone-digits',
      '@5-extra-phone-free',
      '@5-phone-taken',
      '@8-send-code',
      '@8-server-message',
      '@8-update-extra',
    ],
  },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (400|403|409)|ERR_FAILED/);
    const taken = await registerMember();
    const visitor = newSocialVisitor('kakao');
    const form = registerForm(page);
    const alert = page.getByRole('alert');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openSocialProfile(page, visitor);
    await expect(form.askForCode).toBeDisabled();
    await expect(form.join).toBeHidden();
    await expectNoAxeViolations(page);

    await form.phoneNumber.fill('0101234567');
    await form.name.focus();
    await expect(page.getByText('휴대폰 번호 11자리를 정확히 입력해주세요.')).toBeVisible();
    await form.phoneNumber.fill(taken.phoneNumber);
    await expect(page.getByText('이미 가입된 전화번호입니다.')).toBeVisible();
    await form.phoneNumber.fill(visitor.phoneNumber);
    await expect(page.getByText('사용 가능한 전화번호입니다.')).toBeVisible();
    await form.all.check();

    await page.route('**/api/member/send-code*', (route) => route.abort());
    await form.askForCode.click();
    await expect(alert).toHaveText('인증번호 전송에 실패했습니다.');
    await page.unroute('**/api/member/send-code*');
    await form.askForCode.click();
    await expect(form.code).toBeFocused();
    await expect(form.join).toBeDisabled();
    await expect(form.askForCode).toBeHidden();

    await form.name.fill('김새로');
    await page.reload();
    await expect(form.name).toHaveValue('김새로');
    await expect(form.phoneNumber).toHaveValue(visitor.phoneNumber);
    await expect(form.privacy).toBeChecked();
    await expect(form.code).toBeVisible();
    await expectNoAxeViolations(page);

    const code = sentCode(visitor.phoneNumber);
    await form.code.fill(wrongCode(code));
    await form.join.click();
    await expect(alert).toHaveText('인증번호가 올바르지 않거나 만료되었습니다.');
    await page.route('**/api/member/update-extra', (route) => route.abort());
    await form.code.fill(code);
    await form.join.click();
    await expect(alert).toHaveText('추가 정보 업데이트에 실패했습니다.');
    await page.unroute('**/api/member/update-extra');
    await form.join.click();
    await confirmAlert(page, '회원가입이 완료되었습니다.');
    await expect(page).toHaveURL('/');
    expect(
      await page.evaluate(() => [
        localStorage.getItem('name'),
        Object.keys(sessionStorage).filter((key) => key.endsWith('social-extra')),
      ]),
    ).toEqual(['김새로', []]);
  },
);

test(
  'a rate-limited phone check shows the wait and does not block the social profile with a code',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (403|429)/);
    const visitor = newSocialVisitor('kakao');
    const form = registerForm(page);
    await openSocialProfile(page, visitor);
    await form.phoneNumber.fill(visitor.phoneNumber);
    await form.all.check();
    await form.askForCode.click();
    await expect(form.code).toBeVisible();

    await rateLimitChecks(page);
    await page.reload();
    await expect(page.getByText(CHECK_RATE_LIMITED)).toBeVisible();
    await form.code.fill(sentCode(visitor.phoneNumber));
    await form.join.click();
    await confirmAlert(page, '회원가입이 완료되었습니다.');
  },
);

test(
  'S-043 a returning social member completes the profile first, and the account shows its provider',
  { tag: ['@full'] },
  async ({ page, context, expectPageError }) => {
    expectPageError(/status of 403/);
    const visitor = newSocialVisitor('naver');
    await openSocialProfile(page, visitor);
    const tab = await context.newPage();
    await page.close();
    await tab.goto('/reservation-history');
    await expect(tab).toHaveURL('/social-extra');
    // A code that is requested here belongs to this member only.
    await tab.goto('/register');
    await expect(tab).toHaveURL('/social-extra');

    await expect(registerForm(tab).name).toHaveValue(visitor.nickname);
    await completeSocialProfile(tab, visitor);
    await confirmAlert(tab, '회원가입이 완료되었습니다.');
    await expect(tab).toHaveURL('/reservation-history');
    await expect(tab.getByText('예약 내역이 없습니다.')).toBeVisible();
    await tab.goto('/social-extra');
    await expect(tab).toHaveURL('/');

    await tab.goto('/my-info');
    const main = tab.getByRole('main');
    await expect(main.getByText('네이버 계정', { exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: '비밀번호 변경' })).toBeHidden();
    await expectNoAxeViolations(tab);
    await tab.goto('/change-password');
    await expect(main).toContainText('네이버로 로그인하는 계정에는 이 홈페이지의 비밀번호가 따로 없습니다.');
    await expect(main.getByLabel('현재 비밀번호')).toBeHidden();
    await tab.goto('/withdraw');
    await expect(main).toContainText('네이버에 남은 이 홈페이지와의 연결도 함께 해제합니다.');
    await tab.getByRole('checkbox', { name: /되돌릴 수 없다는 점을 이해했습니다/ }).check();
    await mainButton(tab, '탈퇴하기').click();
    await tab.getByRole('alertdialog').getByRole('button', { name: '탈퇴하기' }).click();
    await confirmAlert(tab, '회원 탈퇴가 완료되었습니다.');

    // The account was deleted, so the same provider account starts over.
    await openSocialProfile(tab, visitor);
  },
);

test(
  'a guest who opens the social profile form logs in, completes it and ends at home',
  { tag: ['@full', '@7-update-extra', '@keys-social'] },
  async ({ page }, info) => {
    const input = inputModeFor(page, info);
    await page.goto('/social-extra');
    await expect(page).toHaveURL('/login');
    expect(await storedKeys(page)).toEqual([]);
    // The login leads home and not back to the form.
    const visitor = newSocialVisitor('google');
    await logInWithProvider(page, visitor, input);
    await expect(page).toHaveURL('/social-extra');
    const callOf = recordApiCalls(page);
    await completeSocialProfile(page, visitor, input);
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    expect(await callOf('POST /api/member/update-extra')).toMatchObject({
      headers: { authorization: `Bearer ${token}` },
      body: {
        name: visitor.nickname,
        phoneNumber: visitor.phoneNumber,
        code: sentCode(visitor.phoneNumber),
        agreements: { all: true, over14: true, terms: true, privacy: true },
      },
      status: 200,
    });
    await confirmAlert(page, '회원가입이 완료되었습니다.', input);
    await expect(page).toHaveURL('/');
    for (const path of ['/social-extra', '/register']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
    }
  },
);
