import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { PageSkeleton } from '#core/content/web/pages/page-skeleton.tsx';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { consumeReturnPath } from '#platform/web/client/api/redirect-after-login.ts';
import { readReturnNote } from '#platform/web/client/api/return-note.ts';
import { updateSession } from '#platform/web/client/api/session.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { authEndpoints } from '../../contract/auth.ts';
import { memberEndpoints } from '../../contract/members.ts';
import { logOut } from '../log-out.ts';
import { hasOauthHandoff, useOauthHandoff } from '../oauth-handoff.ts';
import { RequireCodes } from '../require-codes.tsx';
import { RequireRole } from '../require-role.tsx';
import { allConsents, socialRegistration, type Contact } from './registration-schema.ts';
import { SignupForm } from './signup-form.tsx';
import { readSocialProfileDraft, socialNickname, socialProfileDraft } from './social-profile-draft.ts';
import { useSignup } from './use-signup.tsx';
import styles from './social-profile-page.module.css';

/** Resolves to the text that the member is shown. */
const completeProfile = async (contact: Contact, code: string): Promise<string> => {
  try {
    const body = { ...contact, code, agreements: allConsents };
    await browserApi.call(memberEndpoints.completeSocialProfile, { body });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'EXTRA_ALREADY_GIVEN')) throw error;
    // The profile is complete already, for example because another tab sent it.
    void reloadData(error.call.changes);
    return error.message;
  }
  updateSession({ name: contact.name });
  return '회원가입이 완료되었습니다.';
};

/** The second half of a social signup: name, phone number and consents. */
const SocialProfileForm = () => {
  const navigate = useNavigate();
  const signup = useSignup({
    schema: socialRegistration,
    readDraft: readSocialProfileDraft,
    saveDraft: ({ name, phoneNumber, agreements }, sent) =>
      socialProfileDraft.save({ name, phoneNumber, agreements, sent }),
    register: completeProfile,
    availablePhoneText: '사용 가능한 전화번호입니다.',
    onRegistered: async (_, message) => {
      socialProfileDraft.clear();
      socialNickname.clear();
      if (await showAlert(message)) await navigate(consumeReturnPath(), { replace: true });
    },
  });
  return (
    <SignupForm
      signup={signup}
      collectedData="소셜 계정의 회원 식별값과 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호를"
    >
      <TextField label="이름" autoComplete="name" {...signup.field('name')} />
    </SignupForm>
  );
};

const SocialProfile = () => {
  const [note] = useState(readReturnNote);
  return (
    <NarrowPage
      title="추가 정보 입력"
      lead={useStudio().codeDelivery !== 'NONE' && '몇 가지 정보만 더 입력하시면 가입이 완료됩니다.'}
    >
      {note !== '' && <Notice>{note}</Notice>}
      <RequireCodes task="회원가입">
        <SocialProfileForm />
      </RequireCodes>
      <p className={cx('wrap middle note', styles.leave)}>
        다른 계정을 사용하시겠어요?
        <Button variant="quiet" onClick={() => void logOut()}>
          로그아웃
        </Button>
      </p>
    </NarrowPage>
  );
};

/** Redirects members whose profile is complete, for example because another tab sent it. */
const IncompleteProfileOnly = () => {
  const [isPending, setIsPending] = useState(false);
  const probe = useApiQuery(
    authEndpoints.listSessions,
    {},
    { enabled: !isPending, failed: memberEndpoints.profile.failed },
  );
  const isRefused = probe.error instanceof ApiError && probe.error.code === 'PROFILE_INCOMPLETE';
  if (!isPending && isRefused) setIsPending(true);
  // Once the form is shown, the form itself redirects.
  if (isPending) return <SocialProfile />;
  if (probe.isPending) return <PageSkeleton />;
  if (probe.data !== undefined) return <Navigate to={paths.home()} replace />;
  return <LoadFailure error={probe.error} onRetry={() => void probe.refetch()} />;
};

const SocialProfilePage = () => {
  const [hasHandoff] = useState(hasOauthHandoff);
  const [isOpen, setIsOpen] = useState(false);
  useOauthHandoff(hasHandoff, ({ nickname }) => {
    socialNickname.save(nickname);
    setIsOpen(true);
  });
  if (hasHandoff && !isOpen) return <PageSkeleton />;
  return (
    <RequireRole role="member">{hasHandoff ? <SocialProfile /> : <IncompleteProfileOnly />}</RequireRole>
  );
};

export default SocialProfilePage;
