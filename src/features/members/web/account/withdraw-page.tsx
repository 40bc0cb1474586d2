import { useState } from 'react';
import { useNavigate } from 'react-router';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { clearMemberData, reloadHome } from '#core/auth/web/clear-client-state.ts';
import { RequireRole } from '#core/auth/web/require-role.tsx';
import { paths } from '#core/content/web/paths.ts';
import { askConfirm, showAlert } from '#platform/web/client/alert.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { WithdrawalEffects } from './withdrawal-effects.tsx';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인해주세요.';

const callWithdraw = (): Promise<unknown> =>
  browserApi.call(memberEndpoints.withdraw, { body: undefined }).catch((error: unknown) => {
    const isLoggedOut = error instanceof ApiError && error.status === 401;
    throw isLoggedOut ? new ApiError(401, { message: LOGIN_NEEDED }) : error;
  });

const WithdrawForm = () => {
  const navigate = useNavigate();
  const [hasUnderstood, setHasUnderstood] = useState(false);
  const { run, isRunning, report } = useAction();

  const withdraw = async (): Promise<void> => {
    const message = '정말 탈퇴하시겠어요?\n탈퇴하면 되돌릴 수 없습니다.';
    if (!(await askConfirm({ message, confirmLabel: '탈퇴하기', isDanger: true }))) return;
    await run(async () => {
      await callWithdraw();
      clearMemberData();
      await navigate(paths.home(), { replace: true });
      await showAlert('회원 탈퇴가 완료되었습니다.\n그동안 이용해 주셔서 감사합니다.');
      reloadHome();
    });
  };

  return (
    <ApiForm
      form={{ submit: withdraw, loading: isRunning, submitError: report?.text ?? null }}
      submitLabel="탈퇴하기"
      variant="danger"
      disabled={!hasUnderstood}
    >
      <Checkbox
        label="위 내용을 모두 확인했고, 탈퇴하면 되돌릴 수 없다는 점을 이해했습니다."
        checked={hasUnderstood}
        onChange={({ target }) => setHasUnderstood(target.checked)}
      />
    </ApiForm>
  );
};

const WithdrawPage = () => (
  <RequireRole role="member" alert={LOGIN_NEEDED}>
    <NarrowPage title="회원 탈퇴" lead="탈퇴하기 전에 아래 내용을 꼭 확인해 주세요.">
      <WithdrawalEffects />
      <WithdrawForm />
    </NarrowPage>
  </RequireRole>
);

export default WithdrawPage;
