import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type * as z from 'zod/mini';
import { useNavigate } from 'react-router';
import { authEndpoints } from '#contract/auth.ts';
import { memberEndpoints } from '#contract/members.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { openSession } from '#web/auth/open-session.ts';
import { parseLoginResponse } from '#web/auth/parse-login-response.ts';
import { paths } from '#web/paths.ts';
import { ApiForm } from '#web/shell/forms/api-form.tsx';
import { useApiForm } from '#web/shell/forms/use-api-form.ts';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { setupSchema } from './setup-schema.ts';

const FIELDS = ['name', 'loginId', 'password'] as const;
const empty = { name: '', loginId: '', password: '', confirmPassword: '' };

/** Creates the first admin and logs in. `token` is that of the link. */
export const SetupForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const logIn = async (loginId: string, password: string): Promise<void> => {
    const login = browserApi.call(authEndpoints.login, { body: { loginId, password } });
    const session = await login.then(parseLoginResponse).catch(() => null);
    if (session === null) return navigate(paths.login(), { replace: true });
    openSession(session);
    await navigate(paths.admin(), { replace: true });
  };
  const { form, errors, submit, loading, submitError } = useApiForm<
    typeof empty,
    z.output<typeof setupSchema>
  >({
    defaultValues: empty,
    resolver: standardSchemaResolver(setupSchema),
    names: FIELDS,
    send: async ({ name, loginId, password }) => {
      await browserApi.call(memberEndpoints.createAdminByLink, { body: { token, name, loginId, password } });
      await logIn(loginId, password);
    },
  });
  return (
    <ApiForm
      ref={focusFirstField}
      onSubmit={submit}
      loading={loading}
      submitError={submitError}
      submitLabel="계정 만들기"
    >
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
    </ApiForm>
  );
};
