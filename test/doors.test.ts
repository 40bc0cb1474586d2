import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/api.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { createApp } from '#server/app.ts';
import { testApp } from '#test/app.ts';
import { insertMember } from '#test/factories.ts';

const app = await testApp();
const member = await insertMember(app);
const adminReads = allEndpoints
  .filter(({ access, method }) => access === 'admin' && method === 'GET')
  .map(({ path }) => path);

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.hono.request(path, { method, headers: { authorization: `Bearer ${member.accessToken}`, ...headers } });

describe('an admin door stays shut to a member', () => {
  it.each(adminReads)('S-034 %s: whatever role the request claims', async (path) => {
    expect(
      (await ask(path, { 'x-role': 'ADMIN', 'x-user-role': 'ADMIN', cookie: 'role=ADMIN' })).status,
    ).toBe(403);
    expect((await ask(`${path}?role=ADMIN`)).status).toBe(403);
  });

  it.each(adminReads)('S-035 %s: by no other method in disguise', async (path) => {
    const headers = { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-http-method': 'GET' };
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'PATCH'])
      expect((await ask(path, headers, method)).status).toBeGreaterThanOrEqual(400);
  });

  it.each(adminReads)('S-036 S-037 S-038 S-039 %s: by no other spelling of its path', async (path) => {
    const spellings = [
      path.replaceAll('/', '//'),
      path.toUpperCase(),
      `${path}/`,
      `${path}/.`,
      `/x/..${path}`,
      path.replace('/admin/', '/%61dmin/'),
      path.replace('/admin/', '/admin%2f'),
      path.replace('/admin/', '/./admin/'),
      `${path};x=1`,
      `${path}%00`,
    ];
    for (const spelling of spellings) {
      const { status } = await ask(spelling);
      expect(status, spelling).toBeGreaterThanOrEqual(400);
      expect(status, spelling).toBeLessThan(500);
    }
  });
});

describe('S-052 an error says what the visitor may know', () => {
  const failing = createApp({
    ...app.deps,
    clock: {
      now: () => {
        throw new Error('select * from members at /srv/app.js with pg://10.0.0.1');
      },
    },
  });
  const json = { 'content-type': 'application/json' };
  const login = {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ loginId: 'nobody', password: 'password1' }),
  };
  const cases: [string, number, Hono, string, RequestInit][] = [
    ['an unknown call', 404, app.hono, '/api/nothing', {}],
    ['an unknown page of the API', 404, app.hono, '/api', {}],
    ['a body that is no JSON', 400, app.hono, '/api/auth/login', { ...login, body: '{' }],
    ['a body of another type', 415, app.hono, '/api/auth/login', { ...login, headers: {} }],
    ['a body too large', 413, app.hono, '/api/auth/login', { ...login, body: 'x'.repeat(70_000) }],
    ['another method', 405, app.hono, '/api/auth/login', { method: 'PUT' }],
    ['a fault of our own', 500, failing, '/api/auth/login', login],
  ];

  it.each(cases)('%s: %i', async (_, status, hono, path, init) => {
    const response = await hono.request(path, init);
    expect(response.status).toBe(status);
    const body = (await response.json()) as ErrorBody;
    expect(Object.keys(body).toSorted()).toEqual(['code', 'message']);
    expect(body.message).toMatch(/[가-힣]/);
    expect(JSON.stringify(body)).not.toMatch(/select|\/srv|10\.0\.0\.1|Error|at /i);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});
