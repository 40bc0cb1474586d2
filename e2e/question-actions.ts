import type { Page } from '@playwright/test';
import type { Question } from '#features/questions/contract/questions.ts';
import { adminSession, expect, type Member } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';
import { loginOnOtherDevice } from './member-actions.ts';

type Credentials = Pick<Member, 'loginId' | 'password'>;

/** A random word, to find the questions of one test. */
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

/** Creates questions by the API, oldest first, and returns their ids. */
export const askByApi = async (
  page: Page,
  member: Credentials,
  ...drafts: readonly QuestionInput[]
): Promise<number[]> => {
  const token = await loginOnOtherDevice(page, member);
  const ids: number[] = [];
  for (const draft of drafts) {
    const requested = await post(page, '/api/question', token, { content: '내용입니다.', ...draft });
    ids.push((requested as Question).id);
  }
  return ids;
};

/** Answers a question by the API. */
export const answerByApi = async (page: Page, id: number, content: string): Promise<void> => {
  const { accessToken } = await adminSession();
  await post(page, `/api/admin/question/${id}/answer`, accessToken, { content });
};

/** Edits a question by the API as its author. */
export const editByApi = async (
  page: Page,
  member: Credentials,
  id: number,
  data: QuestionInput,
): Promise<void> => {
  const token = await loginOnOtherDevice(page, member);
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.put(`/api/question/${id}`, { data, headers })).status()).toBe(200);
};

/** The row of a question, by part of its title. */
export const questionRow = (page: Page, title: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title });

export const expandQuestion = async (page: Page, title: string, input = mouseInput(page)): Promise<void> => {
  await input.press(questionRow(page, title).locator('summary'));
};

/** Presses a button of the dialog with this message. */
export const answerDialog = async (
  page: Page,
  message: string,
  button: string,
  input = mouseInput(page),
): Promise<void> => {
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(message);
  await input.press(dialog.getByRole('button', { name: button, exact: true }));
  // Another dialog with the same button may follow.
  await expect(dialog.getByText(message)).toBeHidden();
};
