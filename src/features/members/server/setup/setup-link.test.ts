import { beforeEach, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members, setupLinks } from '#core/auth/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { createSetupLink } from './setup-links.ts';

const app = await createTestApp();
const admin = { name: '김사진', loginId: 'studio', password: 'password1' };
const INVALID = { status: 400, code: 'SETUP_LINK_INVALID' };

const createToken = async (): Promise<string> => {
  const link = await createSetupLink(app.deps);
  expect(link).toMatch(/^http:\/\/localhost:3000\/setup\?token=[\w-]{32}$/);
  return new URL(link ?? '').searchParams.get('token') ?? '';
};
const create = (token: string, changes: object = {}): Promise<Response> =>
  app.post('/api/setup', { ...admin, token, ...changes });
const listAdmins = async () => (await app.db.select().from(members)).filter(({ role }) => role === 'ADMIN');

beforeEach(async () => {
  await app.db.delete(setupLinks);
  await app.db.delete(members);
});

it('the setup link creates the first admin, who can log in', async () => {
  const response = await create(await createToken());
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ loginId: 'studio', name: '김사진' });
  const login = await app.post('/api/auth/login', { loginId: 'studio', password: 'password1' });
  expect(login.status).toBe(200);
  const [created] = await listAdmins();
  const audit = await app.db.select().from(adminAuditLog);
  expect(audit.at(-1)).toMatchObject({ action: 'CREATE_ADMIN', target: `member:${created?.id}` });
});

it('a setup link works once, also for ten requests at once', async () => {
  const token = await createToken();
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => create(token, { loginId: `studio${index}` })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 400),
  ]);
  expect(await listAdmins()).toHaveLength(1);
});

it('a setup link expires after 30 minutes', async () => {
  const token = await createToken();
  app.clock.advance(30 * 60_000);
  expect(await readError(await create(token))).toMatchObject(INVALID);
  expect(await listAdmins()).toEqual([]);
});

it('a new setup link replaces the former one', async () => {
  const [former, current] = [await createToken(), await createToken()];
  expect(await readError(await create(former))).toMatchObject(INVALID);
  expect((await create(current)).status).toBe(201);
});

it('there is no setup link once an admin exists, and earlier ones are invalid', async () => {
  const token = await createToken();
  await insertAdmin(app);
  expect(await readError(await create(token))).toMatchObject(INVALID);
  expect(await createSetupLink(app.deps)).toBeNull();
});

it('a taken login id or invalid input leaves the setup link valid', async () => {
  const token = await createToken();
  const { loginId } = await insertMember(app, { password: 'password1' });
  expect(await readError(await create(token, { loginId }))).toMatchObject({ code: 'LOGIN_ID_TAKEN' });
  expect(await readError(await create(token, { password: '짧다' }))).toMatchObject({ code: 'INVALID_INPUT' });
  expect((await create(token)).status).toBe(201);
});

it('a guessed token is rejected', async () => {
  await createToken();
  for (const token of ['', 'a'.repeat(32)])
    expect(await readError(await create(token))).toMatchObject(INVALID);
});
