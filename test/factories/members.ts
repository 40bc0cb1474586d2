import { randomInt } from 'node:crypto';
import { normalizeLoginId } from '#core/auth/server/login/normalize-login-id.ts';
import { hashPassword } from '#core/auth/server/login/password-hashing.ts';
import { createSession } from '#core/auth/server/sessions/create-session.ts';
import { members } from '#core/auth/server/tables.ts';
import type { Role } from '#platform/contract/sessions.ts';
import type { TestApp } from '#test/test-app.ts';

let count = 0;

const PHONES = 100_000_000;
// Has no common factor with `PHONES`, so no number comes twice. Of 7,000 drawn ones two would be equal in one of five runs.
const PHONE_STEP = 61_803_399;
let lastPhone = randomInt(PHONES);

export const randomPhone = (): string => {
  lastPhone = (lastPhone + PHONE_STEP) % PHONES;
  return `010${String(lastPhone).padStart(8, '0')}`;
};

interface MemberOptions {
  readonly loginId?: string;
  readonly name?: string;
  readonly role?: Role;
  readonly phone?: string;
  /** Only set in tests that log in by password, because hashing is slow. */
  readonly password?: string;
}

export interface SignedInMember {
  readonly id: string;
  readonly loginId: string;
  readonly name: string;
  readonly phone: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A signed-in member. */
export const insertMember = async (app: TestApp, options: MemberOptions = {}): Promise<SignedInMember> => {
  count += 1;
  const loginId = options.loginId ?? `member${count}.${randomInt(10_000)}`;
  const name = options.name ?? '김사진';
  const phone = options.phone ?? randomPhone();
  const role = options.role ?? 'MEMBER';
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password);
  const [row] = await app.db
    .insert(members)
    .values({ loginId, loginIdKey: normalizeLoginId(loginId), name, phone, role, passwordHash })
    .returning({ id: members.id });
  if (row === undefined) throw new Error('no member was inserted');
  const tokens = await createSession(app.deps, {
    memberId: row.id,
    role,
    ip: '203.0.113.1',
    userAgent: 'test',
  });
  return { id: row.id, loginId, name, phone, ...tokens };
};

export const insertAdmin = (app: TestApp, options: MemberOptions = {}): Promise<SignedInMember> =>
  insertMember(app, { name: '관리자', ...options, role: 'ADMIN' });
