import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { logIn } from '#core/auth/web/log-in.ts';
import { LoginIdField } from '#core/auth/web/login-id-field.tsx';
import { NewPasswordField } from '#core/auth/web/password-field.tsx';
import { confirmation, passwordsMatch } from '#core/auth/web/password-schemas.ts';
import { paths } from '#core/content/web/paths.ts';
import { loginId, memberName, newPassword } from '#platform/contract/fields.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { ButtonLink } from '#platform/web/client/button-link.tsx';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useApiForm } from '#platform/web/client/forms/use-api-form.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { restoreEndpoints } from '../../contract/restore.ts';
import { RestoreForm } from './restore-form.tsx';

const setupSchema = z
  .object({ name: memberName, loginId, password: newPassword, confirmPassword: confirmation })
  .check(passwordsMatch);

/** Creates an admin and logs in. `token` is that of the setup link or of an invitation. */
const SetupForm = ({ token }: { token: string }) => {
  const navigate = useNavigate();
  const form = useApiForm({
    schema: setupSchema,
    defaultValues: { name: '', loginId: '', password: '', confirmPassword: '' },
    names: ['name', 'loginId', 'password'],
    send: async ({ confirmPassword: _, ...admin }) => {
      await browserApi.call(memberEndpoints.createAdminByLink, { body: { token, ...admin } });
      const next = await logIn({ loginId: admin.loginId, password: admin.password }).then(
        () => paths.admin(),
        () => paths.login(),
      );
      await navigate(next, { replace: true });
    },
  });
  return (
    <ApiForm form={form} submitLabel="계정 만들기" takesFocus>
      <TextField label="이름" autoComplete="name" {...form.field('name')} />
      <LoginIdField hint="4~20자" {...form.field('loginId')} />
      <NewPasswordField
        label="비밀번호"
        hint="8~16자"
        {...form.field('password', { deps: 'confirmPassword' })}
      />
      <NewPasswordField label="비밀번호 확인" {...form.field('confirmPassword')} />
    </ApiForm>
  );
};

const SetupPage = () => {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [isRestoring, setIsRestoring] = useState(false);
  const { data: restore } = useApiQuery(
    restoreEndpoints.restoreState,
    { body: { token } },
    { enabled: token !== '' },
  );
  if (isRestoring)
    return (
      <NarrowPage title="백업에서 복원">
        <RestoreForm token={token} onCancel={() => setIsRestoring(false)} />
      </NarrowPage>
    );
  if (token !== '')
    return (
      <NarrowPage title="관리자 계정 만들기" lead="이 계정으로 사진, 예약, 문의를 관리합니다.">
        <SetupForm token={token} />
        {/* Not for an invitation. */}
        {restore?.isPossible && (
          <Button variant="quiet" onClick={() => setIsRestoring(true)}>
            백업에서 복원하기
          </Button>
        )}
      </NarrowPage>
    );
  return (
    <NarrowPage title="관리자 계정 만들기">
      <div className="stack-3">
        <Notice>서버를 시작한 터미널에 표시된 링크로 열어 주세요.</Notice>
        <ButtonLink to={paths.home()} variant="secondary">
          홈으로
        </ButtonLink>
      </div>
    </NarrowPage>
  );
};

export default SetupPage;
