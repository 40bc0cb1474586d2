import type { Page, Response } from '@playwright/test';
import { expect } from './fixtures.ts';

interface RecordedCall {
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly responseBody: unknown;
}

/**
 * Records the API calls of the page from now on. The returned function waits for a call such as `PUT /api/question/{}` and
 * returns the newest one. Call it before the page is reloaded: a reload discards response bodies.
 */
export const recordApiCalls = (page: Page): ((call: string) => Promise<RecordedCall>) => {
  const responses: Response[] = [];
  page.context().on('response', (response) => responses.push(response));
  return async (call) => {
    const [method, path = ''] = call.split(' ');
    const pattern = new RegExp(`^${path.replaceAll('{}', '[^/]+')}$`);
    const find = (): Response | undefined =>
      responses.findLast(
        (one) => one.request().method() === method && pattern.test(new URL(one.url()).pathname),
      );
    await expect.poll(() => find() !== undefined, { message: call }).toBe(true);
    const response = find();
    if (response === undefined) throw new Error(`${call} was not made`);
    const headers = await response.request().allHeaders();
    const text = response.status() === 204 ? '' : await response.text();
    return {
      query: Object.fromEntries(new URL(response.url()).searchParams),
      // Bodies of uploads are not read.
      body: headers['content-type']?.startsWith('application/json')
        ? (response.request().postDataJSON() as unknown)
        : null,
      headers,
      status: response.status(),
      responseBody: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
};
