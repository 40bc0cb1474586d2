import { useNavigate } from 'react-router';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { HiddenUsername } from '#core/auth/web/hidden-username.tsx';
import { CurrentPasswordField, NewPasswordField } from '#core/auth/web/password-field.tsx';
import { changePasswordSchema } from '#core/auth/web/password-schemas.ts';
import { RequireRole } from '#core/auth/web/require-role.tsx';
import { paths } from '#core/content/web/paths.ts';
import { providerNames } from '#platform/contract/social-providers.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { useLoginProvider } from './use-login-provider.ts';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인 해주세요.';
const names = ['oldPassword', 'newPassword', 'confirmPassword'] as const;

const { changePassword } = memberEndpoints;

const fieldsOfErrors: Readonly<Record<string, (typeof names)[number]>> = {
  PASSWORD_WRONG: 'oldPassword',
  PASSWORD_UNCHANGED: 'newPassword',
};

/** Assigns the errors that concern one password to its field. */
const toFormError = (error: unknown): ApiError => {
  const { status, code, message, fields } = error instanceof ApiError ? error : new ApiError(0, {});
  const name = fieldsOfErrors[code];
  if (status === 400) return new ApiError(status, { message, fields: name ? { [name]: message } : fields });
  return new ApiError(status, { message: status === 401 ? LOGIN_NEEDED : changePassword.failed });
};

const ChangePasswordForm = () => {
  const navigate = useNavigate();
  const profile = useApiQuery(memberEndpoints.profile, {});
  const showDone = async (): Promise<void> => {
    const isRead = await showAlert('비밀번호를 변경했습니다.\n다른 기기에서는 모두 로그아웃되었습니다.');
    if (isRead) await navigate(paths.myInfo(), { replace: true });
  };
  const form = useApiForm({
    defaultValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
    schema: changePasswordSchema,
    missing: '모든 항목을 입력해주세요.',
    names,
    failed: changePassword.failed,
    send: async ({ oldPassword, newPassword }) => {
      await browserApi
        .call(changePassword, { body: { oldPassword, newPassword } })
        .catch((error: unknown) => {
          throw toFormError(error);
        });
      void showDone();
    },
  });

  return (
    <ApiForm form={form} submitLabel="비밀번호 변경">
      {profile.data !== undefined && <HiddenUsername loginId={profile.data.loginId} />}
      <CurrentPasswordField {...form.field('oldPassword')} />
      <NewPasswordField
        label="새 비밀번호"
        hint="8~16자"
        {...form.field('newPassword', { deps: 'confirmPassword' })}
      />
      <NewPasswordField label="새 비밀번호 확인" {...form.field('confirmPassword')} />
    </ApiForm>
  );
};

/** Shown to a member with a social login, who has no password here. */
const NoPasswordNotice = ({ provider }: { provider: string }) => (
  <NarrowPage title="비밀번호 변경">
    <div className="stack-3">
      <Notice>
        {provider}로 로그인하는 계정에는 이 홈페이지의 비밀번호가 따로 없습니다. 비밀번호는 {provider}에서
        변경해 주세요.
      </Notice>
      <ButtonLink to={paths.myInfo()} variant="secondary">
        내 정보
      </ButtonLink>
    </div>
  </NarrowPage>
);

const ChangePassword = () => {
  const { provider, isPending } = useLoginProvider();
  if (provider) return <NoPasswordNotice provider={providerNames[provider]} />;
  return (
    <NarrowPage title="비밀번호 변경" lead="변경하시면 이 기기를 제외한 모든 기기에서 로그아웃됩니다.">
      {isPending ? <Skeleton label="회원 정보를 불러오는 중입니다." count={3} /> : <ChangePasswordForm />}
    </NarrowPage>
  );
};

const ChangePasswordPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <ChangePassword />
  </RequireRole>
);

export default ChangePasswordPage;
