import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

interface PublishedSection {
  readonly version: number;
  readonly body: Record<string, unknown>;
}

/** Publishes a change of a section by the API, as another admin would. Tries again when a test changes it at the same time. */
export const publishByApi = async (
  page: Page,
  token: string,
  section: string,
  change: (body: PublishedSection['body']) => object,
): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` };
  const path = `/api/admin/settings/${section}`;
  await expect(async () => {
    const found = await page.request.get(path, { headers });
    const { body, version } = (await found.json()) as PublishedSection;
    const data = { body: { ...body, ...change(body) }, baseVersion: version };
    const response = await page.request.post(`${path}/publish`, { headers, data });
    expect(response.status(), await response.text()).toBe(200);
  }).toPass();
};

/** Changes the price of a package by the API. */
export const publishPrice = (page: Page, token: string, id: string, priceWon: number): Promise<void> =>
  publishByApi(page, token, 'packages', ({ packages }) => ({
    packages: (packages as { id: string }[]).map((item) => (item.id === id ? { ...item, priceWon } : item)),
  }));

/** A question in bookings of landscapes, which no other test books. */
export const landscapeQuestion = (id: string, kind: string, label: string, rest: object = {}) => ({
  id,
  shootType: 'LANDSCAPE',
  kind,
  label,
  help: '',
  unit: '',
  choices: [],
  isRequired: false,
  ...rest,
});

/** Publishes questions once those of another test are removed. The caller removes them with `changeQuestions`. */
export const publishQuestions = (page: Page, token: string, questions: readonly object[]): Promise<void> =>
  publishByApi(page, token, 'bookingQuestions', (body) => {
    expect(body['questions']).toEqual([]);
    return { questions };
  });

export const changeQuestions = (page: Page, token: string, questions: readonly object[]): Promise<void> =>
  publishByApi(page, token, 'bookingQuestions', () => ({ questions }));
