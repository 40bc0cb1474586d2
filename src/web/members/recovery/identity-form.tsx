import { useForm } from 'react-hook-form';
import { messageOf } from '#web/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { requiredFirst } from '#web/shell/forms/required-first.ts';
import { identityRules, type Identity } from './identity-schema.ts';
import styles from '#web/members/member-form.module.css';
import { showServerFieldErrors } from '#web/shell/forms/server-field-errors.ts';
import { useSubmitFailure } from '#web/shell/forms/use-submit-failure.ts';

interface IdentityFormProps {
  readonly kind: keyof typeof identityRules;
  readonly initialValues: Identity;
  readonly onSend: (identity: Identity) => Promise<void>;
  /** Shown when requesting the code failed without a message from the server. */
  readonly fallbackMessage: string;
}

/** The first step of a recovery: identifies the member. Never reveals whether the member exists. */
export const IdentityForm = ({ kind, initialValues, onSend, fallbackMessage }: IdentityFormProps) => {
  const { names, schema, missing } = identityRules[kind];
  const form = useForm<Identity, unknown, Identity>({
    defaultValues: initialValues,
    resolver: requiredFirst(schema, names, missing),
  });
  const { errors, isSubmitting } = form.formState;
  const [failure, setFailure] = useSubmitFailure(errors);

  const submit = form.handleSubmit(async (identity) => {
    setFailure(null);
    try {
      await onSend(identity);
    } catch (error) {
      if (!showServerFieldErrors(error, names, form.setError)) setFailure(messageOf(error, fallbackMessage));
    }
  });

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {kind === 'password' && (
        <TextField
          label="아이디"
          error={errors.loginId?.message}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('loginId')}
        />
      )}
      <TextField label="이름" error={errors.name?.message} autoComplete="name" {...form.register('name')} />
      <PhoneField
        label="휴대폰 번호"
        hint="하이픈(-) 없이 숫자 11자리"
        error={errors.phoneNumber?.message}
        autoComplete="tel-national"
        {...form.register('phoneNumber')}
      />
      <div className={styles.actions}>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" size="large" isLoading={isSubmitting}>
          인증번호 받기
        </Button>
      </div>
    </form>
  );
};
