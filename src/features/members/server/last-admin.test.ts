import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { insertAdmin } from '#test/factories/members.ts';
import { createTestApp, readError, type TestApp } from '#test/test-app.ts';

const leave = ({ accessToken }: { accessToken: string }, app: TestApp) =>
  app.delete('/api/member', undefined, { token: accessToken });

describe('S-046 the last admin', () => {
  const adminsLeft = ({ db }: TestApp) => db.$count(members, eq(members.role, 'ADMIN'));

  it('the last admin cannot delete their account', async () => {
    const own = await createTestApp();
    const admin = await insertAdmin(own);
    expect(await readError(await leave(admin, own))).toEqual({
      status: 409,
      code: 'LAST_ADMIN',
      message: '마지막 관리자는 탈퇴할 수 없습니다.',
    });
    const second = await insertAdmin(own);
    expect((await leave(second, own)).status).toBe(204);
    expect((await leave(admin, own)).status).toBe(409);
  });

  it('one admin remains when all delete their accounts at once', async () => {
    const own = await createTestApp();
    const admins = await Promise.all([1, 2, 3].map(() => insertAdmin(own)));
    const statuses = (await Promise.all(admins.map((admin) => leave(admin, own)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([204, 204, 409]);
    expect(await adminsLeft(own)).toBe(1);
  });
});
