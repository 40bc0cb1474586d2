import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Provider, providerNames } from '#platform/contract/social-providers.ts';
import { expect, createVisitor, sentCode } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';
import { field, mainButton } from './member-actions.ts';
import { registerForm } from './register-form.ts';

/** A person with an account at a provider, and a phone number that the provider does not share. */
export interface SocialVisitor {
  readonly provider: Provider;
  /** The provider's user id. Kakao's are integers. */
  readonly subject: string;
  readonly nickname: string;
  readonly phoneNumber: string;
}

export const newSocialVisitor = (provider: Provider): SocialVisitor => ({
  provider,
  subject: String(randomInt(1e9, 1e12)),
  nickname: `${providerNames[provider].slice(0, 2)}소셜`,
  phoneNumber: createVisitor().phoneNumber,
});

export const socialButton = (page: Page, provider: Provider) =>
  page.getByRole('main').getByRole('link', { name: `${providerNames[provider]}로 시작하기`, exact: true });

/** Logs in and consents on the provider's page. */
export const consentAtProvider = async (
  page: Page,
  { subject, nickname }: SocialVisitor,
  input = mouseInput(page),
): Promise<void> => {
  await input.fill(field(page, '회원 번호'), subject);
  await input.fill(field(page, '별명'), nickname);
  await input.press(page.getByRole('button', { name: '동의하고 계속하기' }));
};

/** Logs in with the provider's button of the open login page. */
export const logInWithProvider = async (
  page: Page,
  visitor: SocialVisitor,
  input = mouseInput(page),
): Promise<void> => {
  await input.press(socialButton(page, visitor.provider));
  await consentAtProvider(page, visitor, input);
};

/** Logs in as a new social member, which opens the social profile form. */
export const openSocialProfile = async (page: Page, visitor: SocialVisitor): Promise<void> => {
  await page.goto('/login');
  await logInWithProvider(page, visitor);
  await expect(page).toHaveURL('/social-extra');
  await expect(registerForm(page).name).toHaveValue(visitor.nickname);
};

/** Completes both steps of the social profile form. */
export const completeSocialProfile = async (
  page: Page,
  { phoneNumber }: SocialVisitor,
  input = mouseInput(page),
): Promise<void> => {
  const form = registerForm(page);
  await input.fill(form.phoneNumber, phoneNumber);
  await input.check(form.all);
  await input.press(form.askForCode);
  await expect(form.code).toBeFocused();
  await input.fill(form.code, sentCode(phoneNumber));
  await input.press(mainButton(page, '가입하기'));
};
