import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startBuiltServer } from '#test/servers/built-server.ts';

// Response headers and protocol handling of the built server over real connections.
const server = await startBuiltServer({
  SAMPLE_CONTENT: 'true',
  OAUTH_KAKAO_CLIENT_ID: 'client',
  OAUTH_KAKAO_CLIENT_SECRET: 'client-secret',
  OAUTH_KAKAO_ISSUER: 'http://127.0.0.1:9',
});
const { fetch: ask, sendRaw } = server;
const home = (await (await ask('/api/photo/home')).json()) as Record<string, { imageUrl: string }>;
const photo = Object.values(home)[0]?.imageUrl ?? '';
const entry = /import\("([^"]+)"\)/.exec(await (await ask('/')).text())?.[1] ?? '';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
const BARE = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PHOTO = "sandbox; default-src 'none'";
const SECRETIVE = 'no-referrer';

const headersOf = async (address: string, init?: RequestInit) => {
  const response = await ask(address, init);
  return { status: response.status, headers: Object.fromEntries(response.headers) };
};

describe('S-090 security headers of responses', () => {
  const pages = [
    ['/', 200],
    ['/price', 200],
    ['/login', 200],
    ['/category/WEDDING', 200],
    ['/question', 200],
    ['/admin/photos', 200],
    ['/nothing-here', 404],
    ['/category/NOTHING', 404],
  ] as const;

  it.each(pages)('the page %s (%i) has its security headers', async (address, status) => {
    const result = await headersOf(address);
    expect(result).toMatchObject({
      status,
      headers: { ...EVERYWHERE, 'referrer-policy': 'strict-origin-when-cross-origin' },
    });
    const policy = result.headers['content-security-policy'] ?? '';
    for (const part of [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|upgrade-insecure/);
  });

  const others: [string, number, string, RequestInit][] = [
    ['/api/photo/home', 200, BARE, {}],
    ['/api/nothing', 404, BARE, {}],
    ['/api/reservation/my', 401, BARE, {}],
    ['/api/photo/home', 405, BARE, { method: 'POST' }],
    ['/api/auth/login', 415, BARE, { method: 'POST', body: 'x' }],
    ['/api/auth/login', 400, BARE, { method: 'POST', headers: { 'content-type': 'application/json' } }],
    ['/api/openapi.json', 200, BARE, {}],
    ['/price', 405, BARE, { method: 'POST' }],
    ['/login/oauth2/code/kakao?code=a&state=b', 303, BARE, {}],
    ['/livez', 200, BARE, {}],
    ['/healthz', 200, BARE, {}],
    ['/robots.txt', 200, BARE, {}],
    ['/sitemap.xml', 200, BARE, {}],
    ['/site.webmanifest', 200, BARE, {}],
    ['/favicon.svg', 200, BARE, {}],
    ['/service-worker.js', 200, `${BARE}; connect-src 'self'`, {}],
    ['/photos/nothing.jpg', 404, BARE, {}],
    ['/share-image/1.jpg', 200, BARE, {}],
  ];

  it.each(others)('%s (%i) has its security headers', async (address, status, policy, init) => {
    const { headers, ...answer } = await headersOf(address, init);
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject(EVERYWHERE);
    expect(headers['content-security-policy']).toBe(policy);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    // HSTS would make a site without HTTPS unreachable.
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it('a static asset has its security headers', async () => {
    const { status, headers } = await headersOf(entry);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...EVERYWHERE, 'content-security-policy': BARE });
  });

  it('a photo has its security headers, from the store and from memory', async () => {
    for (const time of ['first', 'second']) {
      const { status, headers } = await headersOf(photo);
      expect(status, time).toBe(200);
      expect(headers, time).toMatchObject({ ...EVERYWHERE, 'content-security-policy': PHOTO });
    }
  });

  it('the API documentation allows no scripts and only its own style', async () => {
    const response = await ask('/api/docs');
    const style = /<style>([^]*?)<\/style>/.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(`${BARE}; style-src 'sha256-${hash}'`);
  });

  it('personal responses are not cacheable', async () => {
    for (const [method, address] of [
      ['GET', '/api/reservation/my'],
      ['GET', '/api/member/check-id?loginId=someone'],
      ['POST', '/api/auth/reissue'],
    ] as const)
      expect((await ask(address, { method })).headers.get('cache-control'), address).toBe('no-store');
  });
});

describe('S-090 inline content of pages', () => {
  it.each([
    '/',
    '/price',
    '/introduce',
    '/category/FOOD',
    '/question',
    '/login',
    '/oauth-success',
    '/offline',
    '/no',
  ])('%s is let in by its policy, and nothing else would be', async (address) => {
    const response = await ask(address);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const inline = [...html.matchAll(/<(script|style)([^>]*)>([^]*?)<\/\1>/g)].filter(
      ([, , attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ''),
    );
    expect(inline.length).toBeGreaterThan(1);
    for (const [, tag, , text = ''] of inline) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy, `${tag}: ${text.slice(0, 60)}`).toContain(`'sha256-${hash}'`);
    }
    expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/);
    expect(html).not.toMatch(/<(script|iframe|object|embed|base)[^>]+(src|href|data)=/);
  });
});

describe('S-091 pages with secrets in their URL', () => {
  it.each(['/oauth-success', '/social-extra', '/find-id', '/find-password'])(
    '%s sends no referrer to other sites',
    async (address) => expect((await ask(address)).headers.get('referrer-policy')).toBe(SECRETIVE),
  );

  it.each(['/oauth-success', '/social-extra'])('%s is not cacheable', async (address) => {
    const { headers } = await headersOf(`${address}?accessToken=a.b.c&refreshToken=d`);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': SECRETIVE });
  });
});

describe('S-092 another origin', () => {
  const origins = (): string[] => [
    'https://evil.example',
    'null',
    'https://127.0.0.1.evil.example',
    server.url.replace('http:', 'https:'),
    server.url,
  ];

  it.each(['/api/photo/home', '/api/auth/login', '/api/reservation/my', '/', '/api/nothing'])(
    '%s sends no CORS headers to another origin',
    async (address) => {
      for (const origin of origins())
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          const requested = { origin, 'access-control-request-method': 'POST' };
          const { headers } = await ask(address, { method, headers: requested });
          const told = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
          expect(told, `${method} ${origin}`).toEqual([]);
        }
    },
  );
});

describe('S-097 ambiguous requests (request smuggling)', () => {
  const post = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const get = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n';
  // A smuggled second request in place of the rest of the body.
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it.each([
    ['CL.TE', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['TE.CL', `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${hidden}\r\n0\r\n\r\n`],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${hidden}`],
    ['one length twice', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
    ['a length below nothing', `${post}Content-Length: -1\r\n\r\n`],
    ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['two encodings', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a size that is none', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a line folded', `${get}X-A: a\r\n b\r\n\r\n`],
    ['lines without a return', 'GET /livez HTTP/1.1\nHost: localhost\n\n'],
    ['a zero byte', `${get}X-A: a\0b\r\n\r\n`],
    ['no host', 'GET /livez HTTP/1.1\r\n\r\n'],
    ['two hosts', `${get}Host: evil.example\r\n\r\n`],
  ])('%s is refused, and its connection closed', async (_, text) => {
    const { text: response, isClosed } = await sendRaw(text);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(response).toContain('"code":"');
    expect(isClosed).toBe(true);
  });

  it('endless headers are rejected', async () => {
    const { text, isClosed } = await sendRaw(`${get}X-A: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(isClosed).toBe(true);
  });
});

it.each(['/', '/livez', '/api/photo/home', '/photos/a.jpg', '/assets/a.js'])(
  'S-094 TRACE %s is rejected without echoing the request',
  async (address) => {
    const { text } = await sendRaw(
      `TRACE ${address} HTTP/1.1\r\nHost: localhost\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).not.toContain('s3cret');
  },
);

it.each([
  '/.git/config',
  '/.env',
  '/assets/../.env',
  '/metrics',
  '/docs',
  `/package.json`,
  '/src/main.ts',
  '/%2e%2e/.env',
])('S-096 %s is no page of ours', async (address) => expect((await ask(address)).status).toBe(404));

it.each([
  '/category/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  '/%3Csvg%20onload%3Dalert(1)%3E',
  '/reserve/date?category=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/question?keyword=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/api/photo/category-detail/%3Csvg%20onload=alert(1)%3E',
  '/api/reservation/booked-times?date=%3Cscript%3Ealert(1)%3C/script%3E',
])('S-062 %s is not given back as it came', async (address) => {
  const response = await ask(address);
  expect(response.status).toBeLessThan(500);
  expect(await response.text()).not.toMatch(/<script>alert|<svg onload/);
});

it('S-096 the build has no source maps', async () => {
  expect((await ask(`${entry}.map`)).status).toBe(404);
  expect(await (await ask(entry)).text()).not.toContain('sourceMappingURL');
});
