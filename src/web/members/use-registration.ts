import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { loginId } from '#contract/fields.ts';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { checkLoginId } from './availability-checks.ts';
import { agreed } from './contact-form.ts';
import { readRegistrationStart, registrationDraft } from './registration-draft.ts';
import { isTypedEnough, readValid, registrationForm } from './registration-form.ts';
import type { Registration } from './registration-form.ts';
import { allowsSubmit, useAvailability } from './use-availability.ts';
import { useJoinCode } from './use-join-code.ts';
import { useJudgedForm } from './use-judged-form.ts';

/** Joining with an id and a password of one's own. */
export const useRegistration = () => {
  const navigate = useNavigate();
  const [draft] = useState(readRegistrationStart);
  const form = useJudgedForm({ start: draft.values, schema: registrationForm, isTypedEnough });
  const { loginId: typedId, name, phoneNumber, agreements } = form.values;
  const loginIdCheck = useAvailability(readValid(loginId, typedId), checkLoginId);
  const join = useJoinCode(phoneNumber, draft.sent);
  const { lastSent, sent } = join;
  const joining = useApiMutation(memberEndpoints.register);

  useEffect(() => {
    registrationDraft.keep({ loginId: typedId, name, phoneNumber, agreements, sent: lastSent });
  }, [typedId, name, phoneNumber, agreements, lastSent]);

  const register = async (registration: Registration): Promise<void> => {
    join.setFailure(null);
    try {
      await joining.mutateAsync({ body: { ...registration, code: join.code, agreements: agreed } });
      registrationDraft.drop();
      if (await showAlert('회원가입이 완료되었습니다.')) await navigate(paths.login(), { replace: true });
    } catch (error) {
      join.fail(error, '회원가입에 실패했습니다.');
      if (error instanceof ApiError && error.code === 'LOGIN_ID_TAKEN') loginIdCheck.checkAgain();
    }
  };

  return {
    form,
    loginIdCheck,
    join,
    canSubmit: form.isValid && allowsSubmit(loginIdCheck.state, sent !== null) && join.isReady,
    isJoining: joining.isPending,
    submit: form.submitBy((registration) =>
      sent === null ? join.sendCode(registration.phoneNumber) : register(registration),
    ),
  };
};
