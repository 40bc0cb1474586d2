import { memberEndpoints } from '#core/auth/contract/members.ts';
import { completeSocialProfile } from '#core/auth/server/accounts/complete-social-profile.ts';
import {
  findPhone,
  isLoginIdTaken,
  isPhoneTaken,
  maskPhone,
  renameMember,
} from '#core/auth/server/accounts/queries.ts';
import { registerMember } from '#core/auth/server/accounts/register-member.ts';
import { isLoginIdReserved } from '#core/auth/server/accounts/reserved-login-ids.ts';
import { sendCode } from '#core/auth/server/codes/send-code.ts';
import { changePassword } from '#core/auth/server/login/change-password.ts';
import { normalizeLoginId } from '#core/auth/server/login/normalize-login-id.ts';
import { findProviderOf } from '#core/auth/server/queries.ts';
import { appError } from '#platform/contract/errors.ts';
import { accountLabelOf } from '#platform/contract/social-providers.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { profileEndpoints } from '../contract/profile.ts';
import { deleteAccount } from './delete-account.ts';
import { changeMessageChoices, findMessageChoices } from './message-choices.ts';
import { changePhone, sendPhoneCode } from './profile/change-phone.ts';
import {
  recoverLoginId,
  sendLoginIdRecoveryCode,
  resetPassword,
  sendPasswordResetCode,
  verifyPasswordResetCode,
} from './recover-account.ts';

export const memberRoutes: readonly Route[] = [
  defineRoute(memberEndpoints.checkId, async ({ query }, deps) => {
    const key = normalizeLoginId(query.loginId);
    // Both queries always run, so that the duration does not distinguish a reserved id from a taken one.
    const [isTaken, isReserved] = [
      await isLoginIdTaken(deps.db, key),
      await isLoginIdReserved(deps.db, deps, key),
    ];
    if (isTaken || isReserved) throw appError('LOGIN_ID_TAKEN');
    return { available: true as const };
  }),

  defineRoute(memberEndpoints.checkPhone, async ({ query }, { db }) => {
    if (await isPhoneTaken(db, query.phoneNumber)) throw appError('PHONE_TAKEN');
    return { available: true as const };
  }),

  defineRoute(memberEndpoints.sendCode, async ({ query: { phoneNumber }, member }, deps) => {
    if (await isPhoneTaken(deps.db, phoneNumber)) throw appError('PHONE_TAKEN');
    const memberId = member?.isProfileIncomplete === true ? member.id : null;
    return sendCode(deps, { purpose: 'JOIN', phone: phoneNumber, memberId });
  }),

  defineRoute(memberEndpoints.register, ({ body, caller }, deps) => registerMember(deps, body, caller)),

  defineRoute(memberEndpoints.completeSocialProfile, async ({ member, body, caller }, deps) => {
    await completeSocialProfile(deps, member.id, body, caller);
    return { message: '추가 정보가 등록되었습니다.' };
  }),

  defineRoute(memberEndpoints.profile, async ({ member: { id, loginId, name } }, { db }) => ({
    loginId: loginId ?? accountLabelOf(await findProviderOf(db, id)),
    name,
  })),

  defineRoute(memberEndpoints.changePassword, async ({ member, body }, deps) => {
    await changePassword(deps, member, body);
    return memberEndpoints.changePassword.answersRepeats;
  }),

  defineRoute(memberEndpoints.findIdSendCode, ({ body }, deps) => sendLoginIdRecoveryCode(deps, body)),

  defineRoute(memberEndpoints.findIdVerify, ({ body }, deps) => recoverLoginId(deps, body)),

  defineRoute(memberEndpoints.findPasswordSendCode, ({ body }, deps) => sendPasswordResetCode(deps, body)),

  defineRoute(memberEndpoints.findPasswordVerifyCode, async ({ body }, deps) => {
    await verifyPasswordResetCode(deps, body);
    return { message: '인증되었습니다.' };
  }),

  defineRoute(memberEndpoints.resetPassword, async ({ body }, deps) => {
    await resetPassword(deps, body);
    return memberEndpoints.resetPassword.answersRepeats;
  }),

  defineRoute(memberEndpoints.messageChoices, ({ member }, deps) => findMessageChoices(deps, member.id)),

  defineRoute(memberEndpoints.changeMessageChoices, ({ member, body }, deps) =>
    changeMessageChoices(deps, member.id, body),
  ),

  defineRoute(memberEndpoints.withdraw, ({ member, body }, deps) =>
    deleteAccount(deps, member.id, body?.password),
  ),

  defineRoute(profileEndpoints.changeName, async ({ member, body: { name } }, deps) => {
    await renameMember(deps.db, member.id, name);
    deps.log.info({ event: 'name_changed', memberId: member.id });
    return { name };
  }),

  defineRoute(profileEndpoints.phone, async ({ member }, { db }) => {
    const phone = await findPhone(db, member.id);
    return { phoneNumber: phone === null ? null : maskPhone(phone) };
  }),

  defineRoute(profileEndpoints.sendPhoneCode, ({ member, body }, deps) =>
    sendPhoneCode(deps, member.id, body.phoneNumber),
  ),

  defineRoute(profileEndpoints.changePhone, async ({ member, body }, deps) => {
    await changePhone(deps, member.id, body);
    return { message: '휴대폰 번호가 변경되었습니다.' };
  }),
];
