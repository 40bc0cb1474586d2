import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { HiddenUsername } from '#web/members/hidden-username.tsx';
import styles from '#web/members/member-form.module.css';
import { resetPasswordSchema } from '#web/members/password-schemas.ts';
import { showServerFieldErrors } from '#web/shell/forms/server-field-errors.ts';
import { useSubmitFailure } from '#web/shell/forms/use-submit-failure.ts';

interface ResetPasswordFormProps {
  readonly loginId: string;
  readonly onReset: (password: string) => Promise<void>;
  readonly onStartOver: () => void;
}

/** The third step of a password recovery: enters the new password twice. */
export const ResetPasswordForm = ({ loginId, onReset, onStartOver }: ResetPasswordFormProps) => {
  const form = useForm({
    defaultValues: { password: '', confirmPassword: '' },
    resolver: standardSchemaResolver(resetPasswordSchema),
  });
  const { errors, isSubmitting } = form.formState;
  const [failure, setFailure] = useSubmitFailure<{ message: string; isFinal: boolean }>(errors);

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      await onReset(password);
    } catch (error) {
      if (showServerFieldErrors(error, ['password'], form.setError)) return;
      // The code is no longer valid for a reset.
      const isFinal = error instanceof ApiError && error.code === 'CODE_WRONG';
      setFailure({ message: messageOf(error), isFinal });
    }
  });

  return (
    <form ref={focusFirstField} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <HiddenUsername loginId={loginId} />
      <TextField
        label="새 비밀번호"
        hint="4~16자. 8자 이상을 권합니다."
        type="password"
        error={errors.password?.message}
        autoComplete="new-password"
        {...form.register('password', { deps: 'confirmPassword' })}
      />
      <TextField
        label="새 비밀번호 확인"
        type="password"
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
        {...form.register('confirmPassword')}
      />
      <div className={styles.actions}>
        {failure !== null && (
          <Notice
            tone="error"
            action={
              failure.isFinal && (
                <Button variant="secondary" onClick={onStartOver}>
                  처음부터 다시 하기
                </Button>
              )
            }
          >
            {failure.message}
          </Notice>
        )}
        <Button type="submit" size="large" isLoading={isSubmitting}>
          비밀번호 변경
        </Button>
      </div>
    </form>
  );
};
