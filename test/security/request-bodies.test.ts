import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { startBuiltServer } from '#test/servers/built-server.ts';

const server = await startBuiltServer({ RATE_LIMITS: 'off' });
const json = { 'content-type': 'application/json' };

const send = async (path: string, init: RequestInit) => {
  const response = await server.fetch(path, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as ErrorBody };
};
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  send('/api/auth/login', { method: 'POST', headers: { ...json, ...headers }, body });

describe('a request body', () => {
  it('S-067 a body over 64 KiB is rejected', async () => {
    expect((await post(JSON.stringify({ loginId: 'x'.repeat(65_536) }))).status).toBe(413);
  });

  it('S-067 a body with ten thousand keys is rejected', async () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, key) => `"${key}":1`).join(',')}}`;
    expect((await post(keys(10_000))).status).toBe(413);
    expect(await post(keys(5_000))).toMatchObject({ status: 400, body: { code: 'INVALID_JSON' } });
    expect(await post(`[${'1,'.repeat(5_000)}1]`)).toMatchObject({ body: { code: 'INVALID_JSON' } });
  });

  it('S-067 a compressed body is rejected', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, '['));
    expect(bomb.byteLength).toBeLessThan(65_536);
    expect((await post(new Uint8Array(bomb), { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('S-067 a body nested 1,000 levels deep is rejected', async () => {
    expect((await post('['.repeat(1_000) + ']'.repeat(1_000))).status).toBe(400);
  });

  it.each([
    '{"__proto__":{"role":"ADMIN"}}',
    '{"a":{"constructor":{"prototype":{}}}}',
    '{',
    'null',
    '"text"',
    '',
  ])('S-065 %s is refused', async (body) => expect((await post(body)).status).toBe(400));

  it('S-065 a query with a duplicate name is rejected', async () => {
    expect((await send('/api/member/check-id?loginId=abcd&loginId=efgh', {})).status).toBe(400);
  });
});

describe('S-052 error responses reveal no internals', () => {
  const login = { method: 'POST', headers: json, body: '{}' };
  const cases: [string, number, string, RequestInit][] = [
    ['an unknown call', 404, '/api/nothing', {}],
    ['an unknown page of the API', 404, '/api', {}],
    ['a body that is no JSON', 400, '/api/auth/login', { ...login, body: '{' }],
    ['a body of another type', 415, '/api/auth/login', { ...login, headers: {} }],
    ['a body too large', 413, '/api/auth/login', { ...login, body: 'x'.repeat(70_000) }],
    ['another method', 405, '/api/auth/login', { method: 'PUT' }],
  ];

  it.each(cases)('%s: %i', async (_, status, path, init) => {
    const response = await send(path, init);
    expect(response.status).toBe(status);
    expect(Object.keys(response.body).toSorted()).toEqual(['code', 'message']);
    expect(response.body.message).toMatch(/[가-힣]/);
    expect(JSON.stringify(response.body)).not.toMatch(/select|\/srv|10\.0\.0\.1|Error|at /i);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

it('S-067 incomplete bodies do not block other clients', async () => {
  const half =
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"loginId":';
  const sockets = await Promise.all(
    Array.from({ length: 400 }, async () => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(half);
      return socket;
    }),
  );
  // Searches are not cached.
  for (const word of ['a', 'b', 'c'])
    expect((await fetch(`${server.url}/question?keyword=${word}`)).status).toBe(200);
  expect((await post('{"loginId":"nobody.here","password":"not-a-password"}')).status).toBe(400);
  for (const socket of sockets) socket.destroy();
});
