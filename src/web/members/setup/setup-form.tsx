import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { authEndpoints } from '#contract/auth.ts';
import { memberEndpoints } from '#contract/members.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { openSession } from '#web/auth/open-session.ts';
import { parseLoginResponse } from '#web/auth/parse-login-response.ts';
import { paths } from '#web/paths.ts';
import { showServerFieldErrors } from '#web/shell/forms/server-field-errors.ts';
import { useSubmitFailure } from '#web/shell/forms/use-submit-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from '#web/members/member-form.module.css';
import { setupSchema } from './setup-schema.ts';

const FIELDS = ['name', 'loginId', 'password'] as const;
const empty = { name: '', loginId: '', password: '', confirmPassword: '' };

/** Creates the first admin and logs in. `token` is that of the link. */
export const SetupForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: empty, resolver: standardSchemaResolver(setupSchema) });
  const { errors, isSubmitting } = form.formState;
  const [failure, setFailure] = useSubmitFailure(errors);

  const submit = form.handleSubmit(async ({ name, loginId, password }) => {
    setFailure(null);
    try {
      await browserApi.call(memberEndpoints.createAdminByLink, { body: { token, name, loginId, password } });
    } catch (error) {
      if (!showServerFieldErrors(error, FIELDS, form.setError)) setFailure(messageOf(error));
      return;
    }
    const login = browserApi.call(authEndpoints.login, { body: { loginId, password } });
    const session = await login.then(parseLoginResponse).catch(() => null);
    if (session === null) return navigate(paths.login(), { replace: true });
    openSession(session);
    await navigate(paths.admin(), { replace: true });
  });

  return (
    <form ref={focusFirstField} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextField label="이름" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
      <TextField
        label="아이디"
        hint="4~20자"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.loginId?.message}
        {...form.register('loginId')}
      />
      <TextField
        label="비밀번호"
        hint="8~16자"
        type="password"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', { deps: 'confirmPassword' })}
      />
      <TextField
        label="비밀번호 확인"
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <div className={styles.actions}>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button type="submit" size="large" isLoading={isSubmitting}>
          계정 만들기
        </Button>
      </div>
    </form>
  );
};
