import { eq } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { createSession } from '#core/auth/server/sessions/create-session.ts';
import { failureCounters, sessions } from '#core/auth/server/tables.ts';
import { createTotp } from '#core/auth/server/totp/second-factor.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { createUploader, insertPhoto } from '#test/factories/photos.ts';
import { insertPicture } from '#test/factories/pictures.ts';
import { insertQuestion, postAnswer } from '#test/factories/questions.ts';
import { createSecondServer, createTestApp, readError } from '#test/test-app.ts';
import { completedRequests } from '../db/tables.ts';

const app = await createTestApp({ rateLimits: true });
const other = createSecondServer(app);
const PASSWORD = 'password1';
const CHANGED = { message: '비밀번호가 변경되었습니다.' };

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly token?: string;
}

const send = ({ method, path, body, token }: SentRequest, server = app): Promise<Response> =>
  server.request(method, path, body, { ip, ...(token === undefined ? {} : { token }) });
const readJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;

// Each test has an address and a time of its own for the rate limits.
let count = 0;
let ip = '';
beforeEach(() => {
  count += 1;
  ip = `198.51.100.${count}`;
  app.clock.advance(24 * 3_600_000);
});

const prepareReset = async ({ loginId, name, phone }: SignedInMember): Promise<SentRequest> => {
  const recovery = { loginId, name, phoneNumber: phone };
  await app.post('/api/member/find-pw/send-code', recovery, { ip });
  const coded = { ...recovery, code: app.sentCode(phone) };
  expect((await app.post('/api/member/find-pw/verify-code', coded, { ip })).status).toBe(200);
  return {
    method: 'PUT',
    path: '/api/member/find-pw/reset',
    body: { ...coded, password: 'password2' },
  };
};
const passwordChange = ({ accessToken: token }: SignedInMember): SentRequest => ({
  method: 'PUT',
  path: '/api/member/profile/password',
  body: { oldPassword: PASSWORD, newPassword: 'password2' },
  token,
});

/** A change of a connection by an admin with a second factor, whose code is accepted once. */
const connectionChange = async (method: 'PUT' | 'DELETE'): Promise<SentRequest> => {
  const { accessToken: token } = await insertAdmin(app, { password: PASSWORD });
  const { secret } = await readJson<{ secret: string }>(
    await app.post('/api/admin/totp', { password: PASSWORD }, { token, ip }),
  );
  const code = () => createTotp(Secret.fromBase32(secret)).generate({ timestamp: app.clock.now().getTime() });
  await app.post('/api/admin/totp/confirm', { code: code() }, { token, ip });
  app.clock.advance(60_000);
  const values = { clientId: 'ID', clientSecret: 'SECRET' };
  const body = { currentPassword: PASSWORD, code: code(), ...(method === 'PUT' && { values }) };
  return { method, path: '/api/admin/connections/google', body, token };
};

/** Prepares a request for each endpoint that answers repeats. */
const requests: Readonly<Record<string, () => Promise<SentRequest>>> = {
  'PUT /api/member/profile/password': async () =>
    passwordChange(await insertMember(app, { password: PASSWORD })),
  'PUT /api/member/find-pw/reset': async () => prepareReset(await insertMember(app, { password: PASSWORD })),
  'PUT /api/admin/connections/{name}': () => connectionChange('PUT'),
  'DELETE /api/admin/connections/{name}': () => connectionChange('DELETE'),
  'DELETE /api/member': async () => {
    const { accessToken: token } = await insertMember(app, { password: PASSWORD });
    return { method: 'DELETE', path: '/api/member', body: { password: PASSWORD }, token };
  },
  'DELETE /api/member/session/{id}': async () => {
    const { id: memberId, accessToken: token } = await insertMember(app);
    await createSession(app.deps, { memberId, role: 'MEMBER', ip, userAgent: 'phone' });
    const [session] = await app.db.select().from(sessions).where(eq(sessions.userAgent, 'phone'));
    return { method: 'DELETE', path: `/api/member/session/${session?.id}`, token };
  },
  'DELETE /api/question/{id}': async () => {
    const author = await insertMember(app);
    const { id } = await insertQuestion(app, author);
    return { method: 'DELETE', path: `/api/question/${id}`, token: author.accessToken };
  },
  'DELETE /api/private-file/{id}': async () => {
    const member = await insertMember(app);
    const id = await insertPicture(app, member);
    return { method: 'DELETE', path: `/api/private-file/${id}`, token: member.accessToken };
  },
  'DELETE /api/admin/question/answer/{answerId}': async () => {
    const admin = await insertAdmin(app);
    const question = await insertQuestion(app, await insertMember(app));
    const { id } = await readJson<{ id: number }>(await postAnswer(app, admin, question.id));
    return { method: 'DELETE', path: `/api/admin/question/answer/${id}`, token: admin.accessToken };
  },
  'DELETE /api/admin/photo/{id}': async () => {
    const admin = await insertAdmin(app);
    const { id } = await insertPhoto(createUploader(app, admin.id));
    return { method: 'DELETE', path: `/api/admin/photo/${id}`, token: admin.accessToken };
  },
  'DELETE /api/admin/staff/{id}': async () => {
    const [admin, colleague] = [await insertAdmin(app), await insertAdmin(app)];
    return { method: 'DELETE', path: `/api/admin/staff/${colleague.id}`, token: admin.accessToken };
  },
  'DELETE /api/admin/members/{memberId}': async () => {
    const [admin, { id }] = [await insertAdmin(app, { password: PASSWORD }), await insertMember(app)];
    const body = { password: PASSWORD };
    return { method: 'DELETE', path: `/api/admin/members/${id}`, body, token: admin.accessToken };
  },
  'DELETE /api/admin/reservation/{id}/caller': async () => {
    const { accessToken: token } = await insertAdmin(app, { password: PASSWORD });
    const date = new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString().slice(0, 10);
    const reservation = { guestName: '전화 고객', shootType: 'FOOD', date, time: '09-10' };
    const { id } = await readJson<{ id: number }>(
      await app.post('/api/admin/reservation', reservation, { token, ip }),
    );
    const body = { password: PASSWORD };
    return { method: 'DELETE', path: `/api/admin/reservation/${id}/caller`, body, token };
  },
  'DELETE /api/admin/closure/{id}': async () => {
    const { accessToken: token } = await insertAdmin(app);
    const from = app.clock.now().toISOString().slice(0, 10);
    const body = { weekday: 1, timeSlots: ['09-10'], from };
    const { closure } = await readJson<{ closure: { id: number } }>(
      await app.post('/api/admin/closure', body, { token, ip }),
    );
    return { method: 'DELETE', path: `/api/admin/closure/${closure.id}`, token };
  },
};

const titleOf = ({ method, path }: (typeof allEndpoints)[number]): string => `${method} ${path}`;
const isRepeatedByProxies = ({ method }: (typeof allEndpoints)[number]): boolean =>
  method === 'PUT' || method === 'DELETE';

describe('S-122 a request that a proxy repeats on another server after the first one committed', () => {
  it.each(Object.keys(requests))('%s responds as the first one did', async (title) => {
    const request = await requests[title]!();
    const [first, repeated] = [await send(request), await send(request, other)];
    const isPassword = title.startsWith('PUT /api/member');
    expect(first.status).toBe(isPassword ? 200 : 204);
    expect(repeated.status).toBe(first.status);
    const text = await first.text();
    expect(text).toBe(isPassword ? JSON.stringify(CHANGED) : '');
    expect(await repeated.text()).toBe(text);
    expect(repeated.headers.get('cache-control')).toBe('no-store');
  });

  it('every PUT and DELETE that fails when it is made twice answers repeats', () => {
    const repeated = allEndpoints.filter(isRepeatedByProxies);
    const answered = repeated.filter((endpoint) => endpoint.answersRepeats !== undefined);
    expect(answered.map(titleOf).sort()).toEqual(Object.keys(requests).sort());
    // These succeed when they are made twice.
    expect(
      repeated
        .filter((endpoint) => endpoint.answersRepeats === undefined)
        .map(titleOf)
        .sort(),
    ).toEqual([
      'DELETE /api/admin/calendar-feed',
      'DELETE /api/admin/reservation/block-time',
      'DELETE /api/admin/sample',
      'DELETE /api/admin/settings/{section}/draft',
      'DELETE /api/admin/staff/invitation/{id}',
      'DELETE /api/admin/totp',
      'DELETE /api/reservation/hold',
      'PUT /api/admin/members/{memberId}/note',
      'PUT /api/admin/photo/{id}',
      'PUT /api/admin/question/answer/{answerId}',
      'PUT /api/admin/question/{id}/secret',
      'PUT /api/admin/reservation/{id}/details',
      'PUT /api/admin/reservation/{id}/note',
      'PUT /api/admin/settings/{section}/draft',
      'PUT /api/member/messages',
      'PUT /api/member/profile/name',
      'PUT /api/member/profile/phone',
      'PUT /api/question/{id}',
    ]);
  });

  it('a repeated right password is not counted as a wrong one', async () => {
    await app.db.delete(failureCounters);
    const request = passwordChange(await insertMember(app, { password: PASSWORD }));
    for (let time = 0; time < 12; time += 1) expect((await send(request, other)).status).toBe(200);
    expect(await app.db.select({ failures: failureCounters.failures }).from(failureCounters)).toEqual([
      { failures: 0 },
    ]);
  });
});

describe('a request that is not a repeat', () => {
  it('the same request responds with its error after 10 seconds', async () => {
    const request = passwordChange(await insertMember(app, { password: PASSWORD }));
    expect((await send(request)).status).toBe(200);
    app.clock.advance(9_999);
    expect((await send(request, other)).status).toBe(200);
    app.clock.advance(1);
    expect(await readError(await send(request, other))).toMatchObject({
      status: 400,
      code: 'PASSWORD_WRONG',
    });
  });

  it('another body, another session and a failed first request get their own response', async () => {
    const member = await insertMember(app, { password: PASSWORD });
    const request = passwordChange(member);
    expect((await send(request)).status).toBe(200);
    const wrong = { ...request, body: { oldPassword: PASSWORD, newPassword: 'password3' } };
    for (let time = 0; time < 2; time += 1)
      expect(await readError(await send(wrong, other))).toMatchObject({ code: 'PASSWORD_WRONG' });
    const session = await createSession(app.deps, {
      memberId: member.id,
      role: 'MEMBER',
      ip,
      userAgent: 'x',
    });
    const elsewhere = { ...request, token: session.accessToken };
    expect(await readError(await send(elsewhere, other))).toMatchObject({ code: 'PASSWORD_WRONG' });
  });

  it('a change that succeeds again is made again', async () => {
    const member = await insertMember(app, { password: PASSWORD });
    const request = passwordChange(member);
    const back = { ...request, body: { oldPassword: 'password2', newPassword: PASSWORD } };
    for (const change of [request, back, request]) expect((await send(change)).status).toBe(200);
    const login = (password: string) =>
      app.post('/api/auth/login', { loginId: member.loginId, password }, { ip });
    expect((await login(PASSWORD)).status).toBe(400);
    expect((await login('password2')).status).toBe(200);
  });

  it('the record of a request names neither the member nor the input', async () => {
    await app.db.delete(completedRequests);
    const request = passwordChange(await insertMember(app, { password: PASSWORD }));
    await send(request);
    const rows = await app.db.select().from(completedRequests);
    expect(rows).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/), completedAt: app.clock.now() }]);
  });
});
