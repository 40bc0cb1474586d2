import { PhoneField } from '#web/ui/form/phone-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { requiredFirst } from '#web/shell/forms/required-first.ts';
import { identityRules, type Identity } from './identity-schema.ts';
import { ApiForm } from '#web/shell/forms/api-form.tsx';
import { useApiForm } from '#web/shell/forms/use-api-form.ts';

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
  const { form, errors, submit, loading, submitError } = useApiForm<Identity, Identity>({
    defaultValues: initialValues,
    resolver: requiredFirst(schema, names, missing),
    names,
    send: onSend,
    failed: fallbackMessage,
  });

  return (
    <ApiForm onSubmit={submit} loading={loading} submitError={submitError} submitLabel="인증번호 받기">
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
    </ApiForm>
  );
};
