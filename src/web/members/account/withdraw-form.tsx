import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { memberEndpoints } from '#contract/members.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { useApiMutation } from '#web/api/mutations.ts';
import { clearMemberData, reloadHome } from '#web/auth/clear-client-state.ts';
import { paths } from '#web/paths.ts';
import { askConfirm, showAlert } from '#web/shell/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';

const LOGIN_NEEDED = '로그인이 필요합니다. 다시 로그인해주세요.';
const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.status === 401 ? LOGIN_NEEDED : messageOf(error);

export const WithdrawForm = () => {
  const navigate = useNavigate();
  const withdrawal = useApiMutation(memberEndpoints.withdraw);
  const [hasUnderstood, setHasUnderstood] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const withdraw = async (): Promise<void> => {
    const message = '정말 탈퇴하시겠어요?\n탈퇴하면 되돌릴 수 없습니다.';
    if (!(await askConfirm({ message, confirmLabel: '탈퇴하기', isDanger: true }))) return;
    setFailure(null);
    try {
      await withdrawal.mutateAsync({ body: undefined });
    } catch (error) {
      setFailure(describeFailure(error));
      return;
    }
    clearMemberData();
    await navigate(paths.home(), { replace: true });
    await showAlert('회원 탈퇴가 완료되었습니다.\n그동안 이용해 주셔서 감사합니다.');
    reloadHome();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (hasUnderstood && !withdrawal.isPending) void withdraw();
  };

  return (
    <form className="stack-6" onSubmit={submit} noValidate>
      <Checkbox
        label="위 내용을 모두 확인했으며, 되돌릴 수 없음을 이해했습니다."
        checked={hasUnderstood}
        onChange={({ target }) => setHasUnderstood(target.checked)}
      />
      <div className="stack-3">
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <Button
          type="submit"
          variant="danger"
          size="large"
          disabled={!hasUnderstood}
          isLoading={withdrawal.isPending}
        >
          탈퇴하기
        </Button>
      </div>
    </form>
  );
};
