import type { Page } from '@playwright/test';
import type { Question } from '#contract/questions.ts';
import { adminSession, expect } from './fixtures.ts';
import type { Member } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';
import { loginOnOtherDevice } from './member-actions.ts';

type Credentials = Pick<Member, 'loginId' | 'password'>;

/** A word that no other test has. */
export const uniqueWord = (): string =>
  `낱말${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

interface QuestionInput {
  readonly title: string;
  readonly content?: string;
  readonly secret?: boolean;
  readonly notify?: boolean;
}

const post = async (page: Page, path: string, token: string, data: unknown): Promise<unknown> => {
  const response = await page.request.post(path, { data, headers: { authorization: `Bearer ${token}` } });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
};

/** Inquiries by the API, oldest first, on another device; answers their ids. */
export const askByApi = async (
  page: Page,
  member: Credentials,
  ...drafts: readonly QuestionInput[]
): Promise<number[]> => {
  const token = await loginOnOtherDevice(page, member);
  const ids: number[] = [];
  for (const draft of drafts) {
    const asked = await post(page, '/api/question', token, { content: '내용입니다.', ...draft });
    ids.push((asked as Question).id);
  }
  return ids;
};

/** The studio's answer, by the API. */
export const answerByApi = async (page: Page, id: number, content: string): Promise<void> => {
  const { accessToken } = await adminSession();
  await post(page, `/api/admin/question/${id}/answer`, accessToken, { content });
};

/** The row of an inquiry, by words of its title. */
export const questionRow = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

export const expandQuestion = async (page: Page, title: string, hand = mouseInput(page)): Promise<void> => {
  await hand.press(questionRow(page, title).locator('summary'));
};

/** Presses a button of the dialog that says this. */
export const answerDialog = async (
  page: Page,
  message: string,
  button: string,
  hand = mouseInput(page),
): Promise<void> => {
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(message);
  await hand.press(dialog.getByRole('button', { name: button, exact: true }));
  // The next one may follow.
  await expect(dialog.getByText(message)).toBeHidden();
};
