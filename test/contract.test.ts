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

/** Endpoints beyond the 42 of the specification, listed so that none is added unnoticed. */
const ADDITIONS = [
  'GET /api/photo/first',
  'GET /api/photo/latest',
  'DELETE /api/member/session/{id}',
  'GET /api/member/session',
  'GET /api/member/withdrawal-preview',
  'GET /api/reservation/availability',
  'POST /api/reservation/hold',
  'DELETE /api/reservation/hold',
  'POST /api/reservation/guest-hold',
  'POST /api/reservation/{id}/cancel',
  'POST /api/reservation/{id}/move',
  'GET /api/reservation/{id}/calendar',
  'GET /api/admin/reservation/{id}',
  'POST /api/admin/reservation',
  'GET /api/admin/reservation/export',
  'POST /api/admin/reservation/{id}/state',
  'POST /api/admin/reservation/{id}/move',
  'GET /api/admin/reservation/schedule',
  'GET /api/admin/reservation/collisions',
  'POST /api/admin/reservation/hours-collisions',
  'POST /api/admin/reservation/block-range',
  'POST /api/admin/reservation/unblock-range',
  'GET /api/admin/closure',
  'POST /api/admin/closure',
  'DELETE /api/admin/closure/{id}',
  'GET /api/admin/calendar-feed',
  'POST /api/admin/calendar-feed',
  'DELETE /api/admin/calendar-feed',
  'GET /api/calendar/{file}',
  'GET /api/question/{id}',
  'POST /api/admin/photo/batch',
  'POST /api/admin/photo/{id}/home',
  'GET /api/admin/members',
  'GET /api/admin/members/{memberId}',
  'PUT /api/admin/members/{memberId}/note',
  'GET /api/admin/question',
  'GET /api/admin/question/counts',
  'GET /api/admin/notification',
  'POST /api/admin/notification/{id}/resend',
  'GET /api/admin/notification/texts',
  'POST /api/message-reports',
  'GET /api/member/messages',
  'PUT /api/member/messages',
  'GET /api/reservation/{id}',
  'POST /api/private-file/upload-url',
  'POST /api/private-file',
  'GET /api/private-file/{id}',
  'DELETE /api/private-file/{id}',
  'POST /api/auth/handoff',
  'PUT /api/member/profile/name',
  'GET /api/member/profile/phone',
  'PUT /api/member/profile/phone',
  'POST /api/member/profile/phone/send-code',
  'POST /api/member/export/send-code',
  'POST /api/member/export',
  'GET /api/admin/photo',
  'PUT /api/admin/photo/{id}',
  'POST /api/admin/photo/order',
  'POST /api/admin/photo/{id}/restore',
  'POST /api/setup',
  'GET /api/admin/sample',
  'DELETE /api/admin/sample',
  'GET /api/admin/totp',
  'POST /api/admin/totp',
  'POST /api/admin/totp/confirm',
  'DELETE /api/admin/totp',
  'GET /api/admin/staff',
  'POST /api/admin/staff/invitation',
  'DELETE /api/admin/staff/invitation/{id}',
  'DELETE /api/admin/staff/{id}',
  'GET /api/studio',
  'GET /api/studio/home',
  'GET /api/studio/introduce',
  'GET /api/studio/pages',
  'GET /api/studio/categories',
  'GET /api/studio/packages',
  'GET /api/studio/notices',
  'GET /api/admin/legal/{kind}/recipients',
  'POST /api/admin/legal/{kind}/{version}/withdraw',
  'GET /api/admin/desk',
  'GET /api/admin/desk/counts',
  'GET /api/admin/desk/numbers',
  'GET /api/studio/hours',
  'GET /api/studio/faq',
  'GET /api/legal/{kind}',
  'GET /api/member/consent',
  'POST /api/member/consent',
  'GET /api/admin/settings/preview',
  'GET /api/admin/settings',
  'GET /api/admin/settings/{section}',
  'GET /api/admin/settings/{section}/versions',
  'PUT /api/admin/settings/{section}/draft',
  'DELETE /api/admin/settings/{section}/draft',
  'POST /api/admin/settings/{section}/publish',
];

describe('S-110 the list of endpoints', () => {
  it('the API has the 42 specified endpoints, the listed additions, and no duplicate path', () => {
    const titles = allEndpoints.map(titleOf);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toEqual(expect.arrayContaining(ADDITIONS));
    expect(titles.length - ADDITIONS.length).toBe(42);
  });

  it('the server has no other routes than the listed ones', () => {
    const paths = app.hono.routes
      .filter(({ path, method }) => !path.startsWith('/api/') && method === 'GET')
      .map(({ path }) => path);
    expect([...new Set(paths)]).toEqual([
      '/livez',
      '/healthz',
      ...SOCIAL_LOGIN_PATHS,
      '/photos/:key',
      '/share-image/:file',
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
