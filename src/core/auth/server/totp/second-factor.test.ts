import { Secret } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { resetAdminPassword } from '#features/members/server/admins.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { adminTotp } from '../tables.ts';
import { createTotp } from './second-factor.ts';

const app = await createTestApp({ rateLimits: true });
const PASSWORD = 'password1';
const DAY_MS = 24 * 3_600_000;

const codeOf = (secret: string, steps = 0): string =>
  createTotp(Secret.fromBase32(secret)).generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });

let count = 0;
/** An admin with a second factor; each has an address of its own for the rate limits. */
const insertProtectedAdmin = async () => {
  count += 1;
  const ip = `203.0.113.${count}`;
  const loginId = `chief${count}`;
  const { accessToken: token, id } = await insertAdmin(app, { loginId, password: PASSWORD });
  const started = await app.post('/api/admin/totp', { password: PASSWORD }, { token, ip });
  expect(started.status).toBe(201);
  const { secret, uri } = (await started.json()) as { secret: string; uri: string };
  expect(uri).toMatch(new RegExp(`^otpauth://totp/.*${loginId}\\?.*secret=${secret}`));
  const confirmed = await app.post('/api/admin/totp/confirm', { code: codeOf(secret) }, { token, ip });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
  app.clock.advance(60_000);
  const logIn = (code?: string, cookie = '') =>
    app.post(
      '/api/auth/login',
      { loginId, password: PASSWORD, ...(code === undefined ? {} : { code }) },
      { ip, headers: { cookie } },
    );
  return { id, ip, token, loginId, secret, recoveryCodes, logIn };
};
const expectWrong = async (response: Response): Promise<void> =>
  expect(await readError(response)).toMatchObject({ status: 400, code: 'TOTP_WRONG' });

const cookieOf = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
/** A code that is not valid now. */
const wrongCodeOf = (secret: string): string => {
  const valid = [-1, 0, 1].map((steps) => codeOf(secret, steps));
  return ['111111', '222222', '333333', '444444'].find((code) => !valid.includes(code)) ?? '';
};
type LogIn = Awaited<ReturnType<typeof insertProtectedAdmin>>['logIn'];
const lockAppCodes = async (logIn: LogIn, secret: string): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) await expectWrong(await logIn(wrongCodeOf(secret)));
};

beforeEach(() => app.clock.advance(DAY_MS));

describe('the second factor of an admin', () => {
  it('a login needs the code of the app after the right password', async () => {
    const { logIn, secret, ip, loginId } = await insertProtectedAdmin();
    expect(await readError(await logIn())).toMatchObject({ status: 400, code: 'TOTP_REQUIRED' });
    const wrong = { loginId, password: 'password2', code: codeOf(secret) };
    expect(await readError(await app.post('/api/auth/login', wrong, { ip }))).toMatchObject({
      code: 'LOGIN_FAILED',
    });
    const response = await logIn(codeOf(secret));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ role: 'ADMIN' });
  });

  it('a code is accepted once, also for five logins at once', async () => {
    const { logIn, secret } = await insertProtectedAdmin();
    const code = codeOf(secret);
    const responses = await Promise.all(Array.from({ length: 5 }, () => logIn(code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    await expectWrong(await logIn(code));
    app.clock.advance(30_000);
    // The former code is still within the window of drift, but it was used.
    await expectWrong(await logIn(code));
  });

  it.each([-1, 1])('a code of a clock that is %i step off is accepted', async (steps) => {
    const { logIn, secret } = await insertProtectedAdmin();
    expect((await logIn(codeOf(secret, steps))).status).toBe(200);
  });

  it.each([-2, 2])('a code of a clock that is %i steps off is refused', async (steps) => {
    const { logIn, secret } = await insertProtectedAdmin();
    app.clock.advance(60_000);
    await expectWrong(await logIn(codeOf(secret, steps)));
  });

  it('each wrong code from the 5th on locks the codes of the app for longer, up to 6 hours', async () => {
    const { logIn, secret } = await insertProtectedAdmin();
    for (let attempt = 0; attempt < 4; attempt += 1) await expectWrong(await logIn(wrongCodeOf(secret)));
    for (const minutes of [1, 5, 15, 60, 180, 360, 360, 360]) {
      await expectWrong(await logIn(wrongCodeOf(secret)));
      const refused = await logIn(codeOf(secret));
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(minutes * 60)]);
      app.clock.advance(minutes * 60_000);
    }
    expect((await logIn(codeOf(secret))).status).toBe(200);
  });

  it('wrong codes from elsewhere lock neither a known device nor the recovery codes', async () => {
    const { logIn, secret, recoveryCodes, ip } = await insertProtectedAdmin();
    const known = cookieOf(await logIn(codeOf(secret)));
    app.clock.advance(60_000);
    await lockAppCodes(logIn, secret);
    expect((await logIn(codeOf(secret), 'device=forged')).status).toBe(429);
    expect((await logIn(codeOf(secret), known)).status).toBe(200);
    const session = await logIn(recoveryCodes[0]);
    expect(session.status).toBe(200);
    const { accessToken: token } = (await session.json()) as { accessToken: string };
    app.clock.advance(30_000);
    const confirm = (cookie: string) =>
      app.post('/api/admin/totp/confirm', { code: codeOf(secret) }, { token, ip, headers: { cookie } });
    expect((await confirm('')).status).toBe(429);
    expect((await confirm(known)).status).toBe(200);
  });

  it('wrong recovery codes are locked for 15 minutes, apart from the codes of the app', async () => {
    const { logIn, secret, recoveryCodes } = await insertProtectedAdmin();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expectWrong(await logIn('00000-00000'));
      app.clock.advance(attempt === 9 ? 0 : 16_000);
    }
    const refused = await logIn(recoveryCodes[0]);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect((await logIn(codeOf(secret))).status).toBe(200);
    app.clock.advance(900_000);
    expect((await logIn(recoveryCodes[0])).status).toBe(200);
  });

  it('a right code that is sent again is refused but is no wrong try', async () => {
    const { logIn, secret } = await insertProtectedAdmin();
    const code = codeOf(secret);
    expect((await logIn(code)).status).toBe(200);
    for (let repeat = 0; repeat < 12; repeat += 1) await expectWrong(await logIn(code));
    app.clock.advance(30_000);
    expect((await logIn(codeOf(secret))).status).toBe(200);
  });

  it('each of ten recovery codes replaces one code of the app', async () => {
    const { logIn, recoveryCodes, token, ip } = await insertProtectedAdmin();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect((await logIn(first.toLowerCase())).status).toBe(200);
    await expectWrong(await logIn(first));
    expect((await logIn(second)).status).toBe(200);
    const state = await app.get('/api/admin/totp', { token, ip });
    expect(await state.json()).toEqual({ isOn: true, isRequired: false, recoveryCodes: 8 });
    const stored = JSON.stringify(await app.db.select().from(adminTotp));
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });

  it('the second factor is off until its first code, and its secret is stored encrypted', async () => {
    const { accessToken: token } = await insertAdmin(app, { loginId: 'pending', password: PASSWORD });
    const ip = '198.51.100.1';
    const started = await app.post('/api/admin/totp', { password: PASSWORD }, { token, ip });
    const { secret } = (await started.json()) as { secret: string };
    await expectWrong(await app.post('/api/admin/totp/confirm', { code: '000000' }, { token, ip }));
    const login = { loginId: 'pending', password: PASSWORD };
    expect((await app.post('/api/auth/login', login, { ip })).status).toBe(200);
    for (const row of await app.db.select().from(adminTotp)) expect(row.secret.includes(secret)).toBe(false);
  });

  it('switching it on or off needs the password and is in the audit log', async () => {
    const { token, ip, logIn, id } = await insertProtectedAdmin();
    const wrong = { password: 'password2' };
    const again = await app.post('/api/admin/totp', { password: PASSWORD }, { token, ip });
    expect(await readError(again)).toMatchObject({ status: 409, code: 'TOTP_ON' });
    expect((await app.delete('/api/admin/totp', wrong, { token, ip })).status).toBe(400);
    expect((await app.delete('/api/admin/totp', { password: PASSWORD }, { token, ip })).status).toBe(204);
    expect((await logIn()).status).toBe(200);
    const audit = (await app.db.select().from(adminAuditLog)).filter(({ adminId }) => adminId === id);
    expect(audit.map(({ action }) => action)).toEqual(['ENABLE_TOTP', 'DISABLE_TOTP']);
  });

  it('a reset by the operator switches it off and ends its locks on all devices', async () => {
    const { loginId, ip, id, logIn, secret } = await insertProtectedAdmin();
    const known = cookieOf(await logIn(codeOf(secret)));
    await lockAppCodes(logIn, secret);
    await lockAppCodes((code) => logIn(code, known), secret);
    const by = { member: { id, loginId }, caller: { ip }, now: app.clock.now() };
    expect(await resetAdminPassword(app.db, { loginId, password: 'password9' }, by)).toBe(true);
    const login = { loginId, password: 'password9' };
    const headers = { cookie: known };
    const session = await app.post('/api/auth/login', login, { ip, headers });
    expect(session.status).toBe(200);
    const { accessToken: token } = (await session.json()) as { accessToken: string };
    const started = await app.post('/api/admin/totp', { password: 'password9' }, { token, ip });
    const code = codeOf(((await started.json()) as { secret: string }).secret);
    const confirm = '/api/admin/totp/confirm';
    expect((await app.post(confirm, { code }, { token, ip, headers })).status).toBe(200);
  });

  it('a studio that requires it lets admins without one only set it up', async () => {
    const protectedAdmin = await insertProtectedAdmin();
    const admin = await insertAdmin(app, { loginId: 'late', password: PASSWORD });
    const options = { token: admin.accessToken, ip: '198.51.100.2' };
    const require = (requiresSecondFactor: boolean) =>
      publishChange(app, { accessToken: protectedAdmin.token }, 'security', () => ({ requiresSecondFactor }));
    await require(true);
    for (const path of ['/api/admin/member', '/api/admin/settings', '/api/admin/staff'])
      expect(await readError(await app.get(path, options))).toMatchObject({
        status: 403,
        code: 'SECOND_FACTOR_NEEDED',
      });
    const path = '/api/admin/totp';
    expect(await (await app.get(path, options)).json()).toMatchObject({ isOn: false, isRequired: true });
    const started = await app.post(path, { password: PASSWORD }, options);
    const { secret } = (await started.json()) as { secret: string };
    await app.post(`${path}/confirm`, { code: codeOf(secret) }, options);
    expect((await app.get('/api/admin/member', options)).status).toBe(200);
    await require(false);
  });

  it('members have no second factor', async () => {
    const { accessToken: token } = await insertMember(app, { loginId: 'client', password: PASSWORD });
    expect((await app.post('/api/admin/totp', { password: PASSWORD }, { token })).status).toBe(403);
    const login = { loginId: 'client', password: PASSWORD, code: '123456' };
    expect((await app.post('/api/auth/login', login)).status).toBe(200);
  });
});
