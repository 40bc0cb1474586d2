import { useNavigate } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import type * as z from 'zod/mini';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { requiredFirst } from '#web/shell/forms/required-first.ts';
import { HiddenUsername } from '#web/members/hidden-username.tsx';
import { changePasswordSchema } from '#web/members/password-schemas.ts';
import { ApiForm } from '#web/shell/forms/api-form.tsx';
import { useApiForm } from '#web/shell/forms/use-api-form.ts';

const MISSING = '모든 항목을 입력해주세요.';
const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인 해주세요.';
const names = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

const { changePassword } = memberEndpoints;

const describeFailure = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 400) return messageOf(error);
  return status === 401 ? LOGIN_NEEDED : changePassword.failed;
};

/** Assigns the two errors of single passwords to their fields. */
const toFormError = (error: unknown): ApiError => {
  const { status = 0, code = '', fields = {} } = error instanceof ApiError ? error : {};
  const message = describeFailure(error);
  if (names.some((name) => name in fields)) return new ApiError(status, { message, fields });
  if (code === 'PASSWORD_WRONG') return new ApiError(status, { message, fields: { oldPassword: message } });
  const isUnchanged = code === 'PASSWORD_UNCHANGED';
  return new ApiError(status, { message, fields: isUnchanged ? { newPassword: message } : {} });
};

export const ChangePasswordForm = () => {
  const navigate = useNavigate();
  const profile = useApiQuery(memberEndpoints.profile, {});
  const showDone = async (): Promise<void> => {
    const isRead = await showAlert('비밀번호를 변경했습니다.\n다른 기기에서는 모두 로그아웃되었습니다.');
    if (isRead) await navigate(paths.myInfo(), { replace: true });
  };
  const { form, errors, submit, loading, submitError } = useApiForm<
    typeof empty,
    z.output<typeof changePasswordSchema>
  >({
    defaultValues: empty,
    resolver: requiredFirst(changePasswordSchema, names, MISSING),
    names,
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
    <ApiForm onSubmit={submit} loading={loading} submitError={submitError} submitLabel="비밀번호 변경">
      {profile.data !== undefined && <HiddenUsername loginId={profile.data.loginId} />}
      <TextField
        label="현재 비밀번호"
        type="password"
        error={errors.oldPassword?.message}
        autoComplete="current-password"
        {...form.register('oldPassword')}
      />
      <TextField
        label="새 비밀번호"
        hint="8~16자"
        type="password"
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword', { deps: 'confirmPassword' })}
      />
      <TextField
        label="새 비밀번호 확인"
        type="password"
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
        {...form.register('confirmPassword')}
      />
    </ApiForm>
  );
};
