import { refuse } from '#contract/errors.ts';
import { memberEndpoints } from '#contract/members.ts';
import { sendCode } from '#server/auth/send-code.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { MAX_PAGE } from '#server/http/paging.ts';
import { readMemberCursor, writeMemberCursor } from './list-cursor.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { findMembers, isLoginIdTaken, isPhoneTaken } from './queries.ts';
import { registerMember } from './register-member.ts';

export const memberRoutes: readonly Implementation[] = [
  implement(memberEndpoints.checkId, async ({ query }, { db }) => {
    if (await isLoginIdTaken(db, toLoginIdKey(query.loginId))) throw refuse('LOGIN_ID_TAKEN');
    return { available: true as const };
  }),

  implement(memberEndpoints.checkPhone, async ({ query }, { db }) => {
    if (await isPhoneTaken(db, query.phoneNumber)) throw refuse('PHONE_TAKEN');
    return { available: true as const };
  }),

  implement(memberEndpoints.sendCode, async ({ query: { phoneNumber } }, deps) => {
    if (await isPhoneTaken(deps.db, phoneNumber)) throw refuse('PHONE_TAKEN');
    return sendCode(deps, { purpose: 'JOIN', phone: phoneNumber, memberId: null });
  }),

  implement(memberEndpoints.register, ({ body, caller }, deps) => registerMember(deps, body, caller)),

  implement(memberEndpoints.profile, async ({ member }) => ({
    loginId: member.loginId ?? '',
    name: member.name,
  })),

  implement(memberEndpoints.adminMembers, async ({ query, linkNext }, { db }) => {
    const limit = query.limit ?? MAX_PAGE;
    // One row more than the page holds tells whether another follows.
    const rows = await findMembers(db, { limit: limit + 1, after: readMemberCursor(query.cursor) });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    if (last !== undefined && rows.length > limit) linkNext(writeMemberCursor(last));
    return page.map(({ loginId, name, phone }) => ({
      loginId: loginId ?? '',
      name,
      phoneNumber: phone ?? '',
    }));
  }),
];
