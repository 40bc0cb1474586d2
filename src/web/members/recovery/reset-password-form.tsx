import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type * as z from 'zod/mini';
import { ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { HiddenUsername } from '#web/members/hidden-username.tsx';
import { resetPasswordSchema } from '#web/members/password-schemas.ts';
import { useState } from 'react';
import { ApiForm } from '#web/shell/forms/api-form.tsx';
import { useApiForm } from '#web/shell/forms/use-api-form.ts';

interface ResetPasswordFormProps {
  readonly loginId: string;
  readonly onReset: (password: string) => Promise<void>;
  readonly onStartOver: () => void;
}

/** The third step of a password recovery: enters the new password twice. */
export const ResetPasswordForm = ({ loginId, onReset, onStartOver }: ResetPasswordFormProps) => {
  // The code is no longer valid for a reset.
  const [isFinal, setIsFinal] = useState(false);
  const { form, errors, submit, loading, submitError } = useApiForm<
    z.input<typeof resetPasswordSchema>,
    z.output<typeof resetPasswordSchema>
  >({
    defaultValues: { password: '', confirmPassword: '' },
    resolver: standardSchemaResolver(resetPasswordSchema),
    names: ['password'],
    send: ({ password }) => onReset(password),
    onFailure: (error) => setIsFinal(error instanceof ApiError && error.code === 'CODE_WRONG'),
  });

  return (
    <ApiForm
      ref={focusFirstField}
      onSubmit={submit}
      loading={loading}
      submitError={submitError}
      submitLabel="비밀번호 변경"
      errorAction={
        isFinal && (
          <Button variant="secondary" onClick={onStartOver}>
            처음부터 다시 하기
          </Button>
        )
      }
    >
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
    </ApiForm>
  );
};
