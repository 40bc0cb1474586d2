import { expect, it } from 'vitest';
import { startBuiltServer } from '#test/servers/built-server.ts';

const server = await startBuiltServer({ SAMPLE_CONTENT: 'true' });
const LIMIT = 30;

it('S-016 too many searches get an HTML error page, and the list stays accessible', async () => {
  const search = async (path: string) => {
    const response = await server.fetch(`${path}?keyword=${encodeURIComponent('가격')}`, {
      headers: { accept: 'text/html' },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  // The rate limit window of a minute may end in between.
  let refused = await search('/question');
  for (let count = 0; count < 3 * LIMIT && refused.status === 200; count += 1)
    refused = await search('/question');
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('요청이 너무 많습니다');
  expect(refused.headers.get('content-type')).toContain('text/html');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.fetch('/question')).status).toBe(200);
});
