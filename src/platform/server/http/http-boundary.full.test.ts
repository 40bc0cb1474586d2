import { connect } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { questions } from '#features/questions/server/tables.ts';
import { insertMember } from '#test/factories/members.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import { readError, createTestApp } from '#test/test-app.ts';
import { readCaller } from './caller.ts';
import { startHttpServer } from './http-server.ts';
import { mountRoutes } from './mount-routes.ts';

const limited = await createTestApp({ rateLimits: true });
const login = { loginId: 'nobody', password: 'password1' };

describe('rate limits', () => {
  it('S-016 all IPv6 addresses of a /64 network share one rate limit', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      const ip = `2001:db8:1:2::${count.toString(16)}`;
      const response = await limited.post('/api/auth/login', { ...login, loginId: `nobody${count}` }, { ip });
      statuses.push(response.status);
    }
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400));
    expect(statuses[30]).toBe(429);
  });

  it('a rate limited response has Retry-After and does not affect other clients', async () => {
    const limitedResponse = await limited.post('/api/auth/login', login, { ip: '2001:db8:1:2::ffff' });
    expect(Number(limitedResponse.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await readError(limitedResponse)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect((await limited.post('/api/auth/login', login, { ip: '2001:db8:1:3::1' })).status).toBe(400);
  });

  it('S-016 X-Forwarded-For is ignored without a trusted proxy', async () => {
    const response = await limited.post('/api/auth/login', login, {
      ip: '2001:db8:1:2::1',
      headers: { 'x-forwarded-for': '198.51.100.7' },
    });
    expect(response.status).toBe(429);
  });

  it('a rate limited client is admitted again after the window', async () => {
    limited.clock.advance(15 * 60_000);
    expect((await limited.post('/api/auth/login', login, { ip: '2001:db8:1:2::1' })).status).toBe(400);
  });

  it('reads are rate limited to 300 per window', async () => {
    const read = () => limited.get('/api/photo/home', { ip: '192.0.2.9' });
    for (let count = 0; count < 300; count += 1) expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(429);
  });
});

describe('S-016 requests that are rejected before their handler', () => {
  const sendMalformedBody = () =>
    limited.hono.request(
      '/api/auth/login',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      { incoming: { socket: { remoteAddress: '192.0.2.21' } } },
    );
  const sendInvalidToken = () => limited.get('/api/reservation/my', { token: 'a.b.c', ip: '192.0.2.22' });

  it.each([
    ['a malformed body', 400, sendMalformedBody],
    ['an invalid token', 401, sendInvalidToken],
  ])('requests with %s are limited to 600 a minute per IP address', async (_, status, send) => {
    for (let count = 0; count < 600; count += 1) expect((await send()).status).toBe(status);
    expect((await send()).status).toBe(429);
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
  const TRIES = 61;
  const countUntilLimited = async (path: string, ip: string): Promise<number> => {
    for (let count = 0; count < TRIES; count += 1)
      if ((await limited.get(path, { ip })).status === 429) return count;
    return TRIES;
  };
  // Each response of 1.1 MB counts as five reads.
  expect(await countUntilLimited('/api/question', '192.0.2.30')).toBe(60);
  expect(await countUntilLimited('/api/question?limit=5', '192.0.2.31')).toBe(TRIES);
});

describe('the API documentation', () => {
  it('the API documentation is built once and sent again only when it changed', async () => {
    for (const path of ['/api/docs', '/api/openapi.json']) {
      const first = await limited.get(path, { ip: '192.0.2.40', headers: { 'accept-encoding': 'gzip' } });
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      const etag = first.headers.get('etag') ?? '';
      const again = await limited.get(path, { ip: '192.0.2.40', headers: { 'if-none-match': etag } });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
      const plain = await limited.get(path, { ip: '192.0.2.40' });
      expect(plain.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(await plain.text()).toContain('/api/member/profile');
    }
  });

  it('S-016 requests for the API documentation count as reads', async () => {
    for (let count = 0; count < 150; count += 1)
      for (const path of ['/api/docs', '/api/openapi.json'])
        expect((await limited.get(path, { ip: '192.0.2.41' })).status).toBe(200);
    for (const path of ['/api/docs', '/api/openapi.json', '/share-image/1.jpg'])
      expect((await limited.get(path, { ip: '192.0.2.41' })).status).toBe(429);
  });
});

describe('S-016 behind a reverse proxy', () => {
  const readAddressBehind = async (trustProxy: number, forwarded: string | null) => {
    let address = { ip: '', network: '' };
    const hono = new Hono();
    hono.get('*', (context) => {
      const { ip, network } = readCaller(context, trustProxy);
      address = { ip, network };
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
  ])(
    'behind %i trusted proxies, X-Forwarded-For %j gives the client IP %s',
    async (trustProxy, forwarded, ip) => {
      expect(await readAddressBehind(trustProxy, forwarded)).toMatchObject({ ip });
    },
  );

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:DB8:1:2:3::4', '2001:db8:1::/48'],
    ['2001:0db8:0001:ffff::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ])('the address %s belongs to the network %s', async (address, network) => {
    expect(await readAddressBehind(1, address)).toMatchObject({ network });
  });
});

describe('request bodies', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    limited.hono.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  it('S-067 a body of unknown length is read only up to the size limit', async () => {
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
    'a request body of declared length %s that breaks off is a 400, not a server error',
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

  it('a connection that closes within the request body is a 400, not a server error', async () => {
    const port = await findFreePort();
    let onStatus: (status: number) => void;
    const status = new Promise<number>((resolve) => (onStatus = resolve));
    const observedApp = new Hono()
      .use(async (context, next) => {
        await next();
        onStatus(context.res.status);
      })
      .route('/', limited.hono);
    const server = await startHttpServer({
      app: observedApp,
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

  it('invalid input gets a Korean message per field', async () => {
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
  it('a response to a member has cache-control no-store', async () => {
    const member = await insertMember(limited);
    const { headers } = await limited.get('/api/reservation/my', { token: member.accessToken });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('healthz responds 200 while the database responds', async () => {
    expect((await limited.get('/healthz')).status).toBe(200);
  });
});

it('F-19 a write counts as in progress while its session is read, but not while its body is read', async () => {
  const events: string[] = [];
  const app = new Hono();
  app.onError((_, context) => context.text('failed', 400));
  const guards: Parameters<typeof mountRoutes>[3] = {
    admitWrite: async (_, work) => {
      events.push('admitted');
      return work().finally(() => events.push('released'));
    },
    admitLogin: (_, __, work) => work(),
    authenticate: () => {
      events.push('session read');
      return Promise.resolve({
        id: 'member',
        loginId: null,
        name: '김손님',
        role: 'MEMBER',
        sessionId: 'session',
        isProfileIncomplete: false,
        needsSecondFactor: false,
        isHandoff: false,
      });
    },
    limitRate: () => Promise.resolve(),
  };
  mountRoutes(app, allEndpoints, [], guards, limited.deps);
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    events.push('body read');
    controller.enqueue(new TextEncoder().encode('{'));
    controller.close();
  };
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  await app.request('/api/question', init);
  expect(events).toEqual(['admitted', 'session read', 'released', 'body read']);
});
