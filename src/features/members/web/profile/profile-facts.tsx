import { useState } from 'react';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { providerOf } from '#platform/contract/social-providers.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { updateSession } from '#platform/web/client/api/session.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DescriptionList } from '#platform/web/ui/description-list.tsx';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { profileEndpoints } from '../../contract/profile.ts';
import { ChangePhoneDialog } from './change-phone-dialog.tsx';

const ChangeNameDialog = ({ name, onClose }: { name: string; onClose: () => void }) => {
  const [typed, setTyped] = useState(name);
  const { run, isRunning, report } = useAction();

  const save = async (): Promise<void> => {
    const outcome = await run(async () => {
      const changed = await browserApi.call(profileEndpoints.changeName, { body: { name: typed } });
      updateSession({ name: changed.name });
    });
    if (outcome === null) onClose();
  };

  return (
    <Dialog
      title="이름 변경"
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <Button type="submit" isLoading={isRunning}>
          변경하기
        </Button>
      }
    >
      <TextField
        label="이름"
        autoComplete="name"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={report?.text}
      />
    </Dialog>
  );
};

/** The login id or method, the name and the phone number. The last two can be changed. */
export const ProfileFacts = () => {
  const profile = useApiQuery(memberEndpoints.profile, {});
  const phone = useApiQuery(profileEndpoints.phone, {});
  const [changing, setChanging] = useState<'name' | 'phone' | null>(null);
  if (profile.isPending || phone.isPending)
    return <Skeleton label="회원 정보를 불러오는 중입니다." count={3} />;
  const failure = profile.error ?? phone.error;
  if (profile.data === undefined || phone.data === undefined) {
    const retry = (): void => void Promise.all([profile.refetch(), phone.refetch()]);
    return <LoadFailure error={failure} onRetry={retry} />;
  }
  const { loginId, name } = profile.data;
  const withChange = (text: string, what: 'name' | 'phone', label: string) => (
    <span className="row-2 wrap middle between">
      <span>{text}</span>
      <Button variant="secondary" size="small" aria-label={`${label} 변경`} onClick={() => setChanging(what)}>
        변경
      </Button>
    </span>
  );
  return (
    <>
      <DescriptionList
        facts={[
          [providerOf(loginId) === null ? '아이디' : '로그인 방법', loginId],
          ['이름', withChange(name, 'name', '이름')],
          [
            '휴대폰 번호',
            withChange(phone.data.phoneNumber ?? '등록된 번호가 없습니다', 'phone', '휴대폰 번호'),
          ],
        ]}
      />
      {changing === 'name' && <ChangeNameDialog name={name} onClose={() => setChanging(null)} />}
      {changing === 'phone' && <ChangePhoneDialog loginId={loginId} onClose={() => setChanging(null)} />}
    </>
  );
};
