import { describe, expect, it } from 'vitest';
import { startBuiltServer } from '#test/servers/built-server.ts';

// Request lines that no browser sends must get our error response and must not be logged.
const server = await startBuiltServer({ LOG_LEVEL: 'warn' });
const afterStart = server.output().length;
const written = (): string => server.output().slice(afterStart);

describe('S-063 a path that cannot be decoded', () => {
  it.each(['/%zz', '/%', '/category/%E0%A4%A', '/%zz/%20?x=%zz'])(
    'the malformed path %s is answered with an error page',
    async (path) => {
      expect((await server.fetch(path)).status).toBe(404);
      expect(written()).toBe('');
    },
  );
});

describe('S-063 a request line with credentials', () => {
  it.each([
    'http://user:pw@localhost/?secret=1',
    'http://user@localhost/',
    'http:///user:pw@localhost/',
    'https://:pw@localhost/price',
  ])('%s is refused', async (target) => {
    const { text } = await server.sendRaw(
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('"code":"BAD_REQUEST"');
    expect(text).toContain('x-content-type-options: nosniff');
    expect(written()).toBe('');
  });

  it('an absolute request target without credentials is answered', async () => {
    const { text } = await server.sendRaw(
      'GET http://localhost/livez?a=@b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});
