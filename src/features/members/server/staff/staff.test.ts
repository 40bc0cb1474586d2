import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members, staffInvitations } from '#core/auth/server/tables.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { sendNotifications } from '#test/factories/messages.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import type { staffEndpoints } from '../../contract/staff.ts';

const app = await createTestApp();
const owner = await insertAdmin(app, { loginId: 'owner', name: '김사장' });
const token = owner.accessToken;

type StaffList = ResponseOf<typeof staffEndpoints.listStaff>;
const readStaff = async () => (await (await app.get('/api/admin/staff', { token })).json()) as StaffList;
const invite = async (by = token): Promise<string> => {
  const response = await app.post('/api/admin/staff/invitation', undefined, { token: by });
  expect(response.status).toBe(201);
  const { url } = (await response.json()) as { url: string };
  expect(url).toMatch(/^http:\/\/localhost:3000\/setup\?token=[\w-]{32}$/);
  return new URL(url).searchParams.get('token') ?? '';
};
const accept = (invitation: string, loginId = 'helper') =>
  app.post('/api/setup', { token: invitation, name: '이직원', loginId, password: 'password1' });
const revoke = (id: string, by = token) => app.delete(`/api/admin/staff/${id}`, undefined, { token: by });

beforeEach(async () => {
  await app.db.delete(staffInvitations);
  await app.db.delete(members).where(eq(members.name, '이직원'));
});

describe('staff', () => {
  it('an invited admin chooses id and password and appears in the list with the last login', async () => {
    const invitation = await invite();
    expect((await readStaff()).invitations).toMatchObject([{ createdBy: 'owner' }]);
    expect((await accept(invitation)).status).toBe(201);
    expect((await app.post('/api/auth/login', { loginId: 'helper', password: 'password1' })).status).toBe(
      200,
    );
    const { staff, invitations } = await readStaff();
    expect(invitations).toEqual([]);
    expect(staff).toMatchObject([
      { loginId: 'helper', name: '이직원', isMe: false, lastLoginAt: app.clock.now().toISOString() },
      { loginId: 'owner', isMe: true },
    ]);
    const actions = (await app.db.select().from(adminAuditLog)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['INVITE_ADMIN', 'CREATE_ADMIN']));
  });

  it('an invitation works once, also for ten requests at once', async () => {
    const invitation = await invite();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => accept(invitation, `helper${index}`)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await readStaff()).staff).toHaveLength(2);
  });

  it('an expired, cancelled or unknown invitation is refused', async () => {
    const invalid = { status: 400, code: 'SETUP_LINK_INVALID' };
    const expired = await invite();
    app.clock.advance(24 * 3_600_000);
    expect(await readError(await accept(expired))).toMatchObject(invalid);
    const fresh = await insertAdmin(app, { name: '이직원' });
    const cancelled = await invite(fresh.accessToken);
    const list = await app.get('/api/admin/staff', { token: fresh.accessToken });
    const [open] = ((await list.json()) as StaffList).invitations;
    const path = `/api/admin/staff/invitation/${open?.id}`;
    for (let count = 0; count < 2; count += 1)
      expect((await app.delete(path, undefined, { token: fresh.accessToken })).status).toBe(204);
    expect(await readError(await accept(cancelled))).toMatchObject(invalid);
    expect(await readError(await accept('unknown'))).toMatchObject(invalid);
  });

  it('a revoked admin is logged out and cannot invite any more', async () => {
    const helper = await insertAdmin(app, { name: '이직원' });
    const by = await insertAdmin(app, { name: '이직원' });
    const invitation = await invite(helper.accessToken);
    expect((await revoke(helper.id, by.accessToken)).status).toBe(204);
    expect((await app.get('/api/member/profile', { token: helper.accessToken })).status).toBe(401);
    expect(await readError(await accept(invitation))).toMatchObject({ code: 'SETUP_LINK_INVALID' });
    // Sooner, the same request would be taken for a repeat.
    app.clock.advance(10_000);
    expect((await revoke(helper.id, by.accessToken)).status).toBe(404);
  });

  it('the last admin keeps the role', async () => {
    const last = await insertAdmin(app, { name: '이직원' });
    await app.db.update(members).set({ role: 'MEMBER' }).where(eq(members.id, owner.id));
    expect(await readError(await revoke(last.id, last.accessToken))).toMatchObject({
      status: 409,
      code: 'LAST_ADMIN_ROLE',
    });
    await app.db.update(members).set({ role: 'ADMIN' }).where(eq(members.id, owner.id));
  });

  it('of two admins who revoke each other at the same time one stays', async () => {
    await app.db.update(members).set({ role: 'MEMBER' }).where(eq(members.id, owner.id));
    const [one, other] = [
      await insertAdmin(app, { name: '이직원' }),
      await insertAdmin(app, { name: '이직원' }),
    ];
    await Promise.all([revoke(other.id, one.accessToken), revoke(one.id, other.accessToken)]);
    expect(await app.db.$count(members, eq(members.role, 'ADMIN'))).toBe(1);
    await app.db.update(members).set({ role: 'ADMIN' }).where(eq(members.id, owner.id));
  });

  it('members see no staff and cannot invite', async () => {
    const { accessToken } = await insertMember(app);
    expect((await app.get('/api/admin/staff', { token: accessToken })).status).toBe(403);
    expect((await app.post('/api/admin/staff/invitation', undefined, { token: accessToken })).status).toBe(
      403,
    );
  });
});

describe('the login of an admin', () => {
  const logIn = async (loginId: string, cookie?: string) => {
    const options = cookie === undefined ? {} : { headers: { cookie } };
    const response = await app.post('/api/auth/login', { loginId, password: 'password1' }, options);
    expect(response.status).toBe(200);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
  };

  it('a login from a new device is told to the studio, one from a known device or of a member is not', async () => {
    await insertAdmin(app, { loginId: 'chief', name: '이직원', password: 'password1' });
    await insertMember(app, { loginId: 'client', password: 'password1' });
    await sendNotifications(app.deps);
    const before = app.sent.length;
    const cookie = await logIn('chief');
    await sendNotifications(app.deps);
    expect(app.sent.slice(before)).toEqual([
      {
        to: '01000000000',
        text: '[사진관] 관리자가 새 기기에서 로그인했습니다. 모르는 기기라면 바로 권한을 회수해 주세요.',
      },
    ]);
    await logIn('chief', cookie);
    await logIn('client');
    await sendNotifications(app.deps);
    expect(app.sent).toHaveLength(before + 1);
    await logIn('chief');
    await sendNotifications(app.deps);
    expect(app.sent).toHaveLength(before + 2);
  });
});
