import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { memberEndpoints, type MessageChoices as Choices } from '#core/auth/contract/members.ts';
import { DeviceList } from '#core/auth/web/device-list.tsx';
import { RequireRole } from '#core/auth/web/require-role.tsx';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { providerNames } from '#platform/contract/social-providers.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { NarrowPage } from '#platform/web/ui/narrow-page.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { OwnData } from '../profile/own-data.tsx';
import { ProfileFacts } from '../profile/profile-facts.tsx';
import { useLoginProvider } from './use-login-provider.ts';
import styles from './my-info-page.module.css';

const DeviceAdvice = () => {
  const { provider } = useLoginProvider();
  const password = provider ? `${providerNames[provider]} 계정의 비밀번호를` : '비밀번호를';
  return `모르는 기기가 있으면 해당 기기에서 로그아웃하고 ${password} 변경해 주세요.`;
};

const MessageAdvice = () =>
  useStudio().codeDelivery === 'NONE'
    ? '지금은 문자를 보내지 않습니다. 예약은 예약 내역에서 확인해 주세요.'
    : '예약 확정과 변경, 취소, 약관 변경은 항상 알려 드립니다.';

const { messageChoices, changeMessageChoices } = memberEndpoints;
const labels: Readonly<Record<keyof Choices, string>> = {
  reminders: '미팅 전날과 당일에 알림 받기',
  answers: '문의에 답변이 등록되면 알림 받기',
};

/** The messages that a member can switch off. Each change is saved at once. */
const MessageChoices = () => {
  const { data, error, isPending, refetch } = useApiQuery(messageChoices, {});
  /** The change that is being saved. */
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const { send, isRunning, report } = useAction();
  if (isPending) return <Skeleton label="메시지 설정을 불러오는 중입니다." count={2} />;
  if (data === undefined) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  const { reminders, answers } = data;
  const save = async (change: Partial<Choices>): Promise<void> => {
    setChosen(change);
    const body = { reminders, answers, ...change };
    await send(changeMessageChoices, { body }, () => '저장했습니다.');
    setChosen({});
  };
  return (
    <div>
      {(['reminders', 'answers'] as const).map((name) => (
        <Checkbox
          key={name}
          label={labels[name]}
          checked={chosen[name] ?? data[name]}
          disabled={isRunning}
          onChange={({ target }) => void save({ [name]: target.checked })}
        />
      ))}
      {report !== null && <Notice tone={report.tone}>{report.text}</Notice>}
    </div>
  );
};

export const AccountLinks = () => {
  const { provider, isPending } = useLoginProvider();
  if (isPending) return <Skeleton label="계정 메뉴를 불러오는 중입니다." count={2} />;
  const links = [
    // The link to change the password is shown also when the provider could not be loaded.
    ...(provider ? [] : [{ label: '비밀번호 변경', to: paths.changePassword() }]),
    { label: '회원 탈퇴', to: paths.withdraw() },
  ];
  return (
    <nav aria-label="계정 관리">
      <ul className="ruled">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={cx('row-3 middle between', styles.link)}>
              {label}
              <ChevronRight className="muted" size={20} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

interface InfoSectionProps {
  readonly id: string;
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

const InfoSection = ({ id, title, lead, children }: InfoSectionProps) => (
  <section className="stack-4" aria-labelledby={id}>
    <header className="stack-1">
      <h2 id={id}>{title}</h2>
      <p className="note">{lead}</p>
    </header>
    {children}
  </section>
);

const MyInfoPage = () => (
  <RequireRole role="member" alert="회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.">
    <NarrowPage title="내 정보">
      <ProfileFacts />
      <InfoSection id="devices-title" title="로그인된 기기" lead={<DeviceAdvice />}>
        <DeviceList />
      </InfoSection>
      <InfoSection id="messages-title" title="받을 메시지" lead={<MessageAdvice />}>
        <MessageChoices />
      </InfoSection>
      <InfoSection
        id="data-title"
        title="내 정보 내려받기"
        lead="스튜디오에서 보관하는 내 정보를 언제든지 받아 보실 수 있습니다."
      >
        <OwnData />
      </InfoSection>
      <AccountLinks />
    </NarrowPage>
  </RequireRole>
);

export default MyInfoPage;
