import { Agent } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { sendRawRequest } from '#test/fuzz/send-raw-request.ts';
import { startServerWithUsers } from '#test/servers/server-with-users.ts';

const { server, member, admin } = await startServerWithUsers();
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const endpoints = allEndpoints.filter(({ access }) => access === 'admin');
const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);

const memberToken = await member.token();

/** Sends paths literally, without normalisation. */
const send = (path: string, headers: Record<string, string> = {}, method = 'GET', token = memberToken) =>
  sendRawRequest(
    { port: Number(new URL(server.url).port), agent, token },
    { method, path, headers, body: undefined },
  );

describe('an admin endpoint is closed to a member', () => {
  it.each(reads)('S-034 a member cannot call %s by claiming a role', async (path) => {
    const claims = { 'x-role': 'ADMIN', 'x-user-role': 'ADMIN', cookie: 'role=ADMIN' };
    expect((await send(path, claims)).status).toBe(403);
    expect((await send(`${path}?role=ADMIN`)).status).toBe(403);
  });

  it.each(reads)('S-035 a member cannot call %s with other methods', async (path) => {
    const headers = { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-http-method': 'GET' };
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'PATCH'])
      expect((await send(path, headers, method)).status).toBeGreaterThanOrEqual(400);
  });

  it.each(reads)(
    'S-036 S-037 S-038 S-039 a member cannot call %s by other spellings of its path',
    async (path) => {
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
        const { status } = await send(spelling);
        expect(status, spelling).toBeGreaterThanOrEqual(400);
        expect(status, spelling).toBeLessThan(500);
      }
    },
  );
});

it('an admin endpoint is open to an admin', async () => {
  expect((await send('/api/admin/question', {}, 'GET', await admin.token())).status).toBe(200);
});

describe('S-030 a forged token', () => {
  const guarded = allEndpoints.filter(({ access }) => ['pending', 'member', 'admin'].includes(access));
  it.each(guarded.map(({ method, path }) => [method, path] as const))(
    '%s %s with a forged token is answered with 401',
    async (method, path) => {
      const { status, body } = await send(path.replaceAll(/\{\w+\}/g, '1'), {}, method, 'a.b.c');
      expect(status).toBe(401);
      expect((JSON.parse(body) as ErrorBody).code).toBe('UNAUTHENTICATED');
    },
  );
});
