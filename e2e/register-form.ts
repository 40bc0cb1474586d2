import type { Page } from '@playwright/test';
import type { Member } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';

/** Locators of the registration page. */
export const registerForm = (page: Page) => ({
  loginId: page.getByLabel('아이디', { exact: true }),
  password: page.getByLabel('비밀번호', { exact: true }),
  confirmPassword: page.getByLabel('비밀번호 확인', { exact: true }),
  name: page.getByLabel('이름', { exact: true }),
  phoneNumber: page.getByLabel('휴대폰 번호', { exact: true }),
  all: page.getByLabel('전체 동의', { exact: true }),
  over14: page.getByLabel('만 14세 이상입니다', { exact: true }),
  terms: page.getByLabel('이용약관 동의', { exact: true }),
  privacy: page.getByLabel('개인정보 수집 및 이용 동의', { exact: true }),
  code: page.getByLabel('인증번호', { exact: true }),
  askForCode: page.getByRole('button', { name: '인증번호 받기' }),
  sendAgain: page.getByRole('button', { name: '다시 받기' }),
  join: page.getByRole('button', { name: '가입하기' }),
});

export const CHECK_RATE_LIMITED = '요청이 너무 많습니다. 12분 후 다시 시도해 주세요.';

/** Makes all following availability checks fail with 429. */
export const rateLimitChecks = async (page: Page): Promise<void> => {
  await page.route(/check-(id|phone)/, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '720' },
      json: { message: CHECK_RATE_LIMITED, code: 'TOO_MANY_REQUESTS' },
    }),
  );
};

/** Fills everything that is required before the code is requested. */
export const fillRegistration = async (
  page: Page,
  { loginId, password, name, phoneNumber }: Member,
  input = mouseInput(page),
): Promise<void> => {
  const form = registerForm(page);
  await input.fill(form.loginId, loginId);
  await input.fill(form.password, password);
  await input.fill(form.confirmPassword, password);
  await input.fill(form.name, name);
  await input.fill(form.phoneNumber, phoneNumber);
  await input.check(form.all);
};
