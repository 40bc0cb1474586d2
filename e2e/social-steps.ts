import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { providerAccounts } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';
import { providerNames } from '#web/auth/provider-names.ts';
import { expect, newVisitor, sentCode } from './fixtures.ts';
import { field, mainButton } from './member-steps.ts';
import { registerForm } from './register-form.ts';

/** Someone with an account at a provider, and the phone that the provider does not tell of. */
export interface SocialVisitor {
  readonly provider: Provider;
  /** The provider's number of them. Kakao's are whole. */
  readonly subject: string;
  readonly nickname: string;
  readonly phoneNumber: string;
}

export const newSocialVisitor = (provider: Provider): SocialVisitor => ({
  provider,
  subject: String(randomInt(1e9, 1e12)),
  nickname: `${providerAccounts[provider].slice(0, 2)}소셜`,
  phoneNumber: newVisitor().phoneNumber,
});

export const socialButton = (page: Page, provider: Provider) =>
  page.getByRole('main').getByRole('link', { name: `${providerNames[provider]}로 시작하기`, exact: true });

/** The provider's own page: who logs in agrees. */
export const consent = async (page: Page, { subject, nickname }: SocialVisitor): Promise<void> => {
  await field(page, '회원 번호').fill(subject);
  await field(page, '별명').fill(nickname);
  await page.getByRole('button', { name: '동의하고 계속하기' }).click();
};

/** From the open login page, by the button, to the provider and back. */
export const logInBy = async (page: Page, visitor: SocialVisitor): Promise<void> => {
  await socialButton(page, visitor.provider).click();
  await consent(page, visitor);
};

/** A new social member who has given nothing yet: the form for it is open. */
export const beginSocial = async (page: Page, visitor: SocialVisitor): Promise<void> => {
  await page.goto('/login');
  await logInBy(page, visitor);
  await expect(page).toHaveURL('/social-extra');
  await expect(registerForm(page).name).toHaveValue(visitor.nickname);
};

/** Gives the extra information, whole. */
export const giveExtra = async (page: Page, { phoneNumber }: SocialVisitor): Promise<void> => {
  const form = registerForm(page);
  await form.phoneNumber.fill(phoneNumber);
  await form.all.check();
  await form.askForCode.click();
  await expect(form.code).toBeFocused();
  await form.code.fill(sentCode(phoneNumber));
  await mainButton(page, '가입하기').click();
};
