import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { requiredFirst } from '#web/shell/forms/required-first.ts';
import { HiddenUsername } from '#web/members/hidden-username.tsx';
import styles from '#web/members/member-form.module.css';
import { changePasswordSchema } from '#web/members/password-schemas.ts';
import { showServerFieldErrors } from '#web/shell/forms/server-field-errors.ts';
import { useSubmitFailure } from '#web/shell/forms/use-submit-failure.ts';

const MISSING = '모든 항목을 입력해주세요.';
const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인 해주세요.';
const names = ['oldPassword', 'newPassword', 'confirmPassword'] as const;
const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** The field that an error refers to; null for errors shown above the button. */
const fieldOf = (error: unknown): 'oldPassword' | 'newPassword' | null => {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'PASSWORD_WRONG') return 'oldPassword';
  return code === 'PASSWORD_UNCHANGED' ? 'newPassword' : null;
};

const describeFailure = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 400) return messageOf(error);
  return status === 401 ? LOGIN_NEEDED : memberEndpoints.changePassword.failed;
};

export const ChangePasswordForm = () => {
  const navigate = useNavigate();
  const profile = useApiQuery(memberEndpoints.profile, {});
  const change = useApiMutation(memberEndpoints.changePassword);
  const form = useForm({
    defaultValues: empty,
    resolver: requiredFirst(changePasswordSchema, names, MISSING),
  });
  const { errors } = form.formState;
  const [failure, setFailure] = useSubmitFailure(errors);

  const submit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    setFailure(null);
    try {
      await change.mutateAsync({ body: { oldPassword, newPassword } });
    } catch (error) {
      if (showServerFieldErrors(error, names, form.setError)) return;
      const field = fieldOf(error);
      if (field === null) setFailure(describeFailure(error));
      else form.setError(field, { message: describeFailure(error) }, { shouldFocus: true });
      return;
    }
    const isRead = await showAlert('비밀번호를 변경했습니다.\n다른 기기에서는 모두 로그아웃되었습니다.');
    if (isRead) await navigate(paths.myInfo(), { replace: true });
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
      <div className={styles.actions}>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" size="large" isLoading={change.isPending}>
          비밀번호 변경
        </Button>
      </div>
    </form>
  );
};
