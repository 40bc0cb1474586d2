import { useNavigate } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { consumeReturnPath } from '#web/auth/redirect-after-login.ts';
import { readSession, writeSession } from '#web/auth/session.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { allConsents, emptyRegistration, socialRegistration, type Contact } from './registration-schema.ts';
import { readSocialProfileDraft, socialNickname, socialProfileDraft } from './social-profile-draft.ts';
import { useSignup } from './use-signup.ts';

/** Resolves to what the member is told. */
const completeProfile = async (contact: Contact, code: string): Promise<string> => {
  try {
    const body = { ...contact, code, agreements: allConsents };
    await browserApi.call(memberEndpoints.completeSocialProfile, { body });
  } catch (error) {
    // The profile was completed in another tab meanwhile.
    if (error instanceof ApiError && error.code === 'EXTRA_ALREADY_GIVEN') return error.message;
    throw error;
  }
  const session = readSession();
  if (session !== null) writeSession({ ...session, name: contact.name });
  return '회원가입이 완료되었습니다.';
};

/** The second half of a social signup: fields that the provider does not return. */
export const useSocialProfile = () => {
  const navigate = useNavigate();
  return useSignup({
    schema: socialRegistration,
    readDraft: () => {
      const { values, sent } = readSocialProfileDraft();
      return { values: { ...emptyRegistration, ...values }, sent };
    },
    saveDraft: ({ name, phoneNumber, agreements }, sent) =>
      socialProfileDraft.save({ name, phoneNumber, agreements, sent }),
    register: completeProfile,
    failed: '추가 정보 업데이트에 실패했습니다.',
    onRegistered: async (_, message) => {
      socialProfileDraft.clear();
      socialNickname.clear();
      if (await showAlert(message)) await navigate(consumeReturnPath(), { replace: true });
      await invalidateQueries(memberEndpoints.profile);
    },
  });
};
