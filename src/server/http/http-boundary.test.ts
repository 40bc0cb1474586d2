import { connect } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { questions } from '#server/db/schema.ts';
import { startHttpServer } from './http-server.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { insertMember } from '#test/factories/members.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { readCaller } from './caller.ts';

const limited = await createTestApp({ rateLimits: true });
const login = { loginId: 'nobody', password: 'password1' };

describe('rate limits', () => {
  it('S-016 rate limits count an IPv6 /64 network as one client', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      const address = `2001:db8:1:2::${count.toString(16)}`;
      const response = await limited.post(
        '/api/auth/login',
        { ...login, loginId: `nobody${count}` },
        { ip: address },
      );
      statuses.push(response.status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400));
    expect(statuses[30]).toBe(429);
  });

  it('a rate-limited response has Retry-After, and other clients are not affected', async () => {
    const refused = await limited.post('/api/auth/login', login, { ip: '2001:db8:1:2::ffff' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await readError(refused)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect((await limited.post('/api/auth/login', login, { ip: '2001:db8:1:3::1' })).status).toBe(400);
  });

  it('S-016 X-Forwarded-For is ignored without a trusted proxy', async () => {
    const response = await limited.post('/api/auth/login', login, {
      ip: '2001:db8:1:2::1',
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    expect(response.status).toBe(429);
  });

  it('a rate limit resets when its window has passed', async () => {
    limited.clock.advance(15 * 60_000);
    expect((await limited.post('/api/auth/login', login, { ip: '2001:db8:1:2::1' })).status).toBe(400);
  });

  it('rate limits count reads too', async () => {
    const read = () => limited.get('/api/photo/home', { ip: '192.0.2.9' });
    for (let count = 0; count < 300; count += 1) expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(429);
  });
});

describe('S-016 requests rejected before their handler', () => {
  const junkBody = () =>
    limited.hono.request(
      '/api/auth/login',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      { incoming: { socket: { remoteAddress: '192.0.2.21' } } },
    );
  const junkToken = () => limited.get('/api/reservation/my', { token: 'a.b.c', ip: '192.0.2.22' });

  it.each([
    ['a malformed body', 400, junkBody],
    ['a junk token', 401, junkToken],
  ])('for %s are counted per address: 600 a minute', async (_, status, call) => {
    for (let count = 0; count < 600; count += 1) expect((await call()).status).toBe(status);
    expect((await call()).status).toBe(429);
  });
});

it('a response of more than 1 MB counts as several reads', async () => {
  const author = await insertMember(limited);
  await limited.db.insert(questions).values(
    Array.from({ length: 75 }, () => ({
      memberId: author.id,
      title: '문의',
      content: '가'.repeat(5_000),
    })),
  );
  const countUntilRefused = async (path: string, address: string): Promise<number> => {
    for (let count = 0; count < 100; count += 1)
      if ((await limited.get(path, { ip: address })).status === 429) return count;
    return 100;
  };
  // 1.1 MB: each counts as five reads.
  expect(await countUntilRefused('/api/question', '192.0.2.30')).toBe(60);
  expect(await countUntilRefused('/api/question?limit=5', '192.0.2.31')).toBe(100);
});

describe('S-016 behind a reverse proxy', () => {
  const addressBehind = async (trustProxy: number, forwarded: string | null): Promise<string> => {
    let address = '';
    const hono = new Hono();
    hono.get('*', (context) => {
      address = readCaller(context, trustProxy).ip;
      return context.text('ok');
    });
    const headers = new Headers(forwarded === null ? undefined : { 'x-forwarded-for': forwarded });
    await hono.request('/', { headers }, { incoming: { socket: { remoteAddress: '10.0.0.1' } } });
    return address;
  };

  it.each([
    [0, '198.51.100.7', '10.0.0.1'],
    [1, '198.51.100.7', '198.51.100.7'],
    [1, '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    [2, '6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    [1, null, '10.0.0.1'],
    [1, '2001:DB8:1:2:3::4', '2001:db8:1:2::/64'],
    [0, '', '10.0.0.1'],
  ])('%i trusted, X-Forwarded-For %j is %s', async (trustProxy, forwarded, address) => {
    expect(await addressBehind(trustProxy, forwarded)).toBe(address);
  });
});

describe('request bodies', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    limited.hono.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  it('S-067 a body of unknown length is read only up to the maximum size', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    };
    expect(await readError(await limited.hono.request('/api/auth/login', init))).toMatchObject({
      status: 413,
    });
    expect(pulled).toBeLessThan(10);
  });

  it.each([['9'], [undefined]])(
    'a body of declared length %s that breaks off is answered with 400',
    async (length) => {
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{'));
          controller.error(new Error('gone'));
        },
      });
      const headers = {
        'content-type': 'application/json',
        ...(length === undefined ? {} : { 'content-length': length }),
      };
      const init = { method: 'POST', headers, body: broken, duplex: 'half' };
      expect(await readError(await limited.hono.request('/api/auth/login', init))).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
      });
    },
  );

  it('a connection that breaks off during a body logs no server error', async () => {
    const port = await findFreePort();
    let answered: (status: number) => void;
    const status = new Promise<number>((resolve) => (answered = resolve));
    const watched = new Hono()
      .use(async (context, next) => {
        await next();
        answered(context.res.status);
      })
      .route('/', limited.hono);
    const server = await startHttpServer({
      app: watched,
      port,
      host: '127.0.0.1',
      publicUrl: 'http://localhost',
    });
    const socket = connect(port, '127.0.0.1', () => {
      const head =
        'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9';
      socket.write(`${head}\r\n\r\n{"a`, () => socket.destroy());
    });
    expect(await status).toBe(400);
    await server.close();
  });

  it('a validation error names each invalid field in Korean', async () => {
    const response = await post(JSON.stringify({ loginId: '', password: '' }));
    const body: unknown = await response.json();
    expect(body).toMatchObject({
      code: 'INVALID_INPUT',
      message: '아이디를 입력해 주세요.',
      fields: { loginId: '아이디를 입력해 주세요.', password: '비밀번호를 입력해 주세요.' },
    });
  });
});

describe('responses', () => {
  it('responses for members are not cacheable', async () => {
    const member = await insertMember(limited);
    const { headers } = await limited.get('/api/reservation/my', { token: member.accessToken });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('healthz reports whether the database responds', async () => {
    expect((await limited.get('/healthz')).status).toBe(200);
  });
});
