import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { randomPhone } from '#test/factories/members.ts';
import { createTestApp } from '#test/test-app.ts';

const app = await createTestApp();
const lines: string[] = [];
const keep = (...values: unknown[]): void => void lines.push(JSON.stringify(values));
const hono = createApp({ ...app.deps, log: { info: keep, warn: keep, error: keep, debug: keep } });

const responses: string[] = [];
const send = async (
  method: string,
  path: string,
  body?: object,
  token = '',
): Promise<Record<string, string>> => {
  const response = await hono.request(path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  responses.push(text);
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
};
const dumpTables = async (): Promise<string> => {
  const { rows: tables } = await app.db.execute<{ name: string }>(
    sql`select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'legal_retention')`,
  );
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t`,
    );
    dumps.push(...rows.map(({ row }) => row));
  }
  return dumps.join('\n');
};

it('S-028 S-053 codes, passwords and tokens of a member’s whole life appear in no log, response or table', async () => {
  const phone = randomPhone();
  const identity = { loginId: 'whole.life', name: '한평생', phoneNumber: phone };
  const agreements = { all: true, over14: true, terms: true, privacy: true };
  const codes: string[] = [];
  const received = (): string => {
    codes.push(app.sentCode(phone));
    return codes.at(-1) ?? '';
  };
  await send('POST', `/api/member/send-code?phoneNumber=${phone}`);
  await send('POST', '/api/member/register', {
    ...identity,
    password: 'password1',
    code: received(),
    agreements,
  });
  await send('POST', '/api/auth/login', { loginId: identity.loginId, password: 'wrong.one' });
  await send('POST', '/api/member/find-id/send-code', identity);
  expect(await send('POST', '/api/member/find-id/verify', { ...identity, code: received() })).toEqual({
    loginId: 'whole.life',
  });
  await send('POST', '/api/member/find-pw/send-code', identity);
  const proof = { ...identity, code: received() };
  await send('POST', '/api/member/find-pw/verify-code', proof);
  await send('PUT', '/api/member/find-pw/reset', { ...proof, password: 'password2' });
  const session = await send('POST', '/api/auth/login', { loginId: identity.loginId, password: 'password2' });
  const { accessToken = '', refreshToken = '' } = session;
  const renewed = await send('POST', '/api/auth/reissue', { refreshToken });
  const change = { oldPassword: 'password2', newPassword: 'password3' };
  await send('PUT', '/api/member/profile/password', change, accessToken);
  const tables = await dumpTables();
  await send('DELETE', '/api/member', undefined, accessToken);

  const secrets = ['password1', 'password2', 'password3', 'wrong.one', accessToken, refreshToken];
  const log = lines.join('\n');
  expect(log).toContain('member_erased');
  for (const secret of [...secrets, ...codes, renewed['refreshToken'] ?? '', phone, '한평생', 'whole.life'])
    expect(log).not.toContain(secret);
  for (const secret of secrets) expect(tables).not.toContain(secret);
  // Six digits may occur inside a hash, so codes are searched for as whole words.
  for (const code of codes) {
    expect(tables).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`));
    expect(responses.join('\n')).not.toMatch(new RegExp(`\\b${code}\\b`));
  }
});
