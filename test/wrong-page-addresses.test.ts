import { expect, it } from 'vitest';
import { createTestApp } from './test-app.ts';
import { createVisit, pagePaths } from './visit-pages.ts';

const app = await createTestApp();
const visit = createVisit(app);

/** `npm test` tries some of the values, `npm run test:full` all. */
const some = <T>(values: readonly T[]): readonly T[] =>
  process.env.TEST_FULL === undefined ? values.slice(0, 2) : values;

const WRONG_PARAMS = [
  'nothing',
  '%00',
  '0',
  '-1',
  '99999999999999999999',
  '%ED%95%9C',
  'toString',
  '__proto__',
];
const NAMES = ['v', 'cursor', 'keyword', 'in', 'mine', 'category', 'date', 'time', 'id', 'token', 'sort'];
const WRONG_VALUES = ['%FF', '9', '', '%00', 'a'.repeat(300)];
const wrongQueries = [
  ...some(WRONG_VALUES).map((value) => NAMES.map((name) => `${name}=${value}`).join('&')),
  ...some(['v', 'cursor', 'keyword', 'mine']).map((name) => `${name}=9`),
];

// Console output fails the test.
it.each(pagePaths)('the page %s answers wrong parameters and queries with 200, 3xx or 4xx', async (path) => {
  const places = path.includes(':')
    ? some(WRONG_PARAMS).map((value) => path.replaceAll(/:\w+/g, value))
    : [path];
  const addresses = [...places, ...wrongQueries.map((query) => `${places[0]}?${query}`)];
  const failed: string[] = [];
  for (const address of addresses) {
    const { status } = await visit(address);
    if (status !== 200 && (status < 300 || status > 499)) failed.push(`${status} ${address}`);
  }
  expect(failed).toEqual([]);
});

it.each(['terms', 'privacy', 'over14', 'refund'])(
  'a version of /%s that does not exist is a page that was not found',
  async (kind) => {
    const response = await visit(`/${kind}?v=9`);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const html = await response.text();
    expect(html).toContain('<title>페이지를 찾을 수 없습니다 |');
    expect(html).toMatch(/<h1[^>]*>페이지를 찾을 수 없습니다<\/h1>/);
  },
);

it('a page whose data does not load says so with its status', async () => {
  const visitFailing = createVisit(app, (request) => {
    const { pathname } = new URL(request.url);
    return pathname === '/api/studio'
      ? app.get(pathname)
      : Promise.resolve(new Response(null, { status: 503 }));
  });
  for (const path of ['/', '/price', '/notice', '/faq', '/category/FOOD', '/terms']) {
    const response = await visitFailing(path);
    expect(response.status, path).toBe(500);
    expect(await response.text(), path).toContain('<title>페이지를 표시할 수 없습니다 |');
  }
});
