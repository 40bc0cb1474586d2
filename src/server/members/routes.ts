import { providerAccounts } from '#contract/auth.ts';
import type { Provider } from '#contract/auth.ts';
import { refuse } from '#contract/errors.ts';
import { memberEndpoints } from '#contract/members.ts';
import { changePassword } from '#server/auth/change-password.ts';
import { toLoginIdKey } from '#server/auth/login-id-key.ts';
import { sendCode } from '#server/auth/send-code.ts';
import { findProviderOf } from '#server/auth/social/find-provider.ts';
import { implement } from '#server/http/implement.ts';
import type { Implementation } from '#server/http/implement.ts';
import { readPage } from '#server/http/paging.ts';
import { recordAccess } from '#server/http/record-access.ts';
import { findId, sendFindIdCode } from './find-id.ts';
import { readMemberCursor, writeMemberCursor } from './list-cursor.ts';
import { findMembers, isLoginIdTaken, isPhoneTaken, previewWithdrawal } from './queries.ts';
import { registerMember } from './register-member.ts';
import { isLoginIdReserved } from './reserved-login-ids.ts';
import { resetPassword, sendFindPasswordCode, verifyFindPasswordCode } from './reset-password.ts';
import { updateExtra } from './update-extra.ts';
import { withdraw } from './withdraw.ts';

const PASSWORD_CHANGED = { message: '비밀번호가 변경되었습니다.' };

/** Shown in place of a login id. */
const accountOf = (provider: Provider | null): string =>
  provider === null ? '' : providerAccounts[provider];

const byAge = { read: readMemberCursor, write: writeMemberCursor };

export const memberRoutes: readonly Implementation[] = [
  implement(memberEndpoints.checkId, async ({ query }, deps) => {
    const key = toLoginIdKey(query.loginId);
    // Both are queried either way, so that the timing does not tell a reserved id from a taken one.
    const [isTaken, isReserved] = [
      await isLoginIdTaken(deps.db, key),
      await isLoginIdReserved(deps.db, deps, key),
    ];
    if (isTaken || isReserved) throw refuse('LOGIN_ID_TAKEN');
    return { available: true as const };
  }),

  implement(memberEndpoints.checkPhone, async ({ query }, { db }) => {
    if (await isPhoneTaken(db, query.phoneNumber)) throw refuse('PHONE_TAKEN');
    return { available: true as const };
  }),

  implement(memberEndpoints.sendCode, async ({ query: { phoneNumber }, member }, deps) => {
    if (await isPhoneTaken(deps.db, phoneNumber)) throw refuse('PHONE_TAKEN');
    const memberId = member?.isPending === true ? member.id : null;
    return sendCode(deps, { purpose: 'JOIN', phone: phoneNumber, memberId });
  }),

  implement(memberEndpoints.register, ({ body, caller }, deps) => registerMember(deps, body, caller)),

  implement(memberEndpoints.updateExtra, async ({ member, body, caller }, deps) => {
    await updateExtra(deps, member.id, body, caller);
    return { message: '추가 정보가 등록되었습니다.' };
  }),

  implement(memberEndpoints.profile, async ({ member: { id, loginId, name } }, { db }) => ({
    loginId: loginId ?? accountOf(await findProviderOf(db, id)),
    name,
  })),

  implement(memberEndpoints.changePassword, async ({ member, body }, deps) => {
    await changePassword(deps, member, body);
    return PASSWORD_CHANGED;
  }),

  implement(memberEndpoints.findIdSendCode, ({ body }, deps) => sendFindIdCode(deps, body)),

  implement(memberEndpoints.findIdVerify, ({ body }, deps) => findId(deps, body)),

  implement(memberEndpoints.findPasswordSendCode, ({ body }, deps) => sendFindPasswordCode(deps, body)),

  implement(memberEndpoints.findPasswordVerifyCode, async ({ body }, deps) => {
    await verifyFindPasswordCode(deps, body);
    return { message: '인증되었습니다.' };
  }),

  implement(memberEndpoints.resetPassword, async ({ body }, deps) => {
    await resetPassword(deps, body);
    return PASSWORD_CHANGED;
  }),

  implement(memberEndpoints.withdrawalPreview, ({ member }, { db, clock }) =>
    previewWithdrawal(db, member.id, clock.now()),
  ),

  implement(memberEndpoints.withdraw, ({ member, body }, deps) => withdraw(deps, member.id, body?.password)),

  implement(memberEndpoints.adminMembers, async (asked, deps) => {
    const nameSearch = asked.query.name ?? '';
    const rows = await readPage(asked, byAge, (page) => findMembers(deps.db, { ...page, nameSearch }));
    await recordAccess(deps, asked, 'LIST_MEMBERS', { memberIds: rows.map(({ id }) => id) });
    return rows.map(({ loginId, provider, name, phone }) => ({
      loginId: loginId ?? accountOf(provider),
      name,
      phoneNumber: phone ?? '',
    }));
  }),
];
