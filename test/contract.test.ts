import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { buildOpenApi } from '#app/server/openapi.ts';
import { SOCIAL_LOGIN_PATHS } from '#core/auth/server/social/routes.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { insertMember } from '#test/factories/members.ts';
import { readError, createTestApp } from './test-app.ts';

const app = await createTestApp();
const member = await insertMember(app);

const fill = ({ path }: Endpoint): string => path.replaceAll(/\{\w+\}/g, '1');
const titleOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;
const guarded = allEndpoints.filter(({ access }) => ['pending', 'member', 'admin'].includes(access));

describe('S-030 every guarded endpoint', () => {
  it('S-043 members with an incomplete profile can call only these endpoints', () => {
    expect(guarded.filter(({ access }) => access === 'pending').map(titleOf)).toEqual([
      'POST /api/member/update-extra',
      'GET /api/member/profile',
      'GET /api/member/withdrawal-preview',
      'DELETE /api/member',
    ]);
  });
});

describe('every endpoint that guests may call', () => {
  const open = allEndpoints.filter(({ access }) => access === 'optional');

  it.each(open.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s treats an expired token as a guest',
    async (_, endpoint) => {
      const ask = async (options: { token?: string } = {}) => {
        const response = await app.request(endpoint.method, fill(endpoint), undefined, options);
        return [response.status, await response.text()];
      };
      const asGuest = await ask();
      expect(asGuest[0]).not.toBe(401);
      expect(await ask({ token: 'a.b.c' })).toEqual(asGuest);
    },
  );
});

describe('every endpoint with a body', () => {
  const withBody = allEndpoints.filter(({ body, access }) => body !== undefined && access !== 'admin');
  it.each(withBody.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    '%s rejects malformed bodies with a Korean message',
    async (_, endpoint) => {
      const junk = await app.request(endpoint.method, fill(endpoint), ['junk'], {
        token: member.accessToken,
      });
      const { status, message } = await readError(junk);
      expect(status).toBe(400);
      expect(message).toMatch(/[가-힣]/);
    },
  );

  it.each(withBody.map((endpoint) => [titleOf(endpoint), endpoint] as const))(
    'S-093 %s rejects a form-encoded body',
    async (_, endpoint) => {
      const response = await app.hono.request(fill(endpoint), {
        method: endpoint.method,
        headers: { 'content-type': 'text/plain', authorization: `Bearer ${member.accessToken}` },
        body: '{}',
      });
      expect(response.status).toBe(415);
    },
  );
});

/** The endpoints of the specification. `docs/openapi.json` shows which others were added. */
const SPECIFIED = [
  'GET /api/photo/home',
  'GET /api/photo',
  'GET /api/photo/category-detail/{categoryId}',
  'POST /api/admin/photo/generate-signed-url',
  'POST /api/admin/photo/save-metadata',
  'DELETE /api/admin/photo/{id}',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/reissue',
  'GET /api/member/check-id',
  'GET /api/member/check-phone',
  'POST /api/member/send-code',
  'POST /api/member/register',
  'POST /api/member/update-extra',
  'GET /api/member/profile',
  'PUT /api/member/profile/password',
  'DELETE /api/member',
  'POST /api/member/find-id/send-code',
  'POST /api/member/find-id/verify',
  'POST /api/member/find-pw/send-code',
  'POST /api/member/find-pw/verify-code',
  'PUT /api/member/find-pw/reset',
  'GET /api/admin/member',
  'GET /api/reservation/booked-times',
  'POST /api/reservation',
  'GET /api/reservation/my',
  'GET /api/admin/reservation/blocked-times',
  'POST /api/admin/reservation/block-time',
  'DELETE /api/admin/reservation/block-time',
  'GET /api/admin/reservation',
  'GET /api/admin/reservation/search/name',
  'GET /api/admin/reservation/search/code',
  'GET /api/question',
  'POST /api/question',
  'GET /api/question/my',
  'GET /api/question/search/title',
  'GET /api/question/search/content',
  'PUT /api/question/{id}',
  'DELETE /api/question/{id}',
  'POST /api/admin/question/{questionId}/answer',
  'PUT /api/admin/question/answer/{answerId}',
  'DELETE /api/admin/question/answer/{answerId}',
];

describe('S-110 the list of endpoints', () => {
  it('the API has the specified endpoints and no duplicate path', () => {
    const titles = allEndpoints.map(titleOf);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toEqual(expect.arrayContaining(SPECIFIED));
  });

  it('the server has no other routes than the listed ones', () => {
    const paths = app.hono.routes
      .filter(({ path, method }) => !path.startsWith('/api/') && method === 'GET')
      .map(({ path }) => path);
    expect([...new Set(paths)]).toEqual([
      '/livez',
      '/healthz',
      ...SOCIAL_LOGIN_PATHS,
      '/logo/:key',
      '/photos/:key',
      '/share-image/:file',
      '/representative.jpg',
    ]);
  });

  it('an unknown path is answered with 404 and a wrong method with 405', async () => {
    expect(await readError(await app.get('/api/unknown'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await readError(await app.put('/api/photo/home'))).toMatchObject({ status: 405 });
  });

  it('docs/openapi.json is up to date (npm run openapi writes it)', async () => {
    const written: unknown = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
    expect(JSON.parse(JSON.stringify(buildOpenApi()))).toEqual(written);
  });

  it('the OpenAPI document marks required bodies', () => {
    const { paths } = buildOpenApi() as {
      paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>;
    };
    const optional = allEndpoints.filter(
      ({ path, method }) => paths[path]?.[method.toLowerCase()]?.requestBody?.required === false,
    );
    expect(optional.map(titleOf)).toEqual(['DELETE /api/member', 'DELETE /api/admin/reservation/block-time']);
  });

  it('the API documentation is served at /api/docs', async () => {
    const page = await (await app.get('/api/docs')).text();
    for (const { path } of allEndpoints) expect(page).toContain(path);
  });
});
