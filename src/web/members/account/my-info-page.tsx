import { DeviceList } from '#web/auth/device-list.tsx';
import { providerNames } from '#web/auth/provider-names.ts';
import { OwnData } from '#web/members/profile/own-data.tsx';
import { ProfileFacts } from '#web/members/profile/profile-facts.tsx';
import { RequireRole } from '#web/shell/require-role.tsx';
import { useStudio } from '#web/shell/use-studio.ts';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { AccountLinks } from './account-links.tsx';
import styles from './my-info-page.module.css';
import { MessageChoices } from './message-choices.tsx';
import { useLoginProvider } from './use-login-provider.ts';

const FAILED = '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.';

const DeviceAdvice = () => {
  const { provider } = useLoginProvider();
  const password = provider ? `${providerNames[provider]} 계정의 비밀번호를` : '비밀번호를';
  return (
    <p className={styles.lead}>모르는 기기가 있으면 해당 기기에서 로그아웃하고 {password} 변경해 주세요.</p>
  );
};

const MessageAdvice = () => (
  <p className={styles.lead}>
    {useStudio().codeDelivery === 'NONE'
      ? '지금은 문자를 보내지 않습니다. 예약은 예약 내역에서 확인해 주세요.'
      : '예약 확정과 변경, 취소, 약관 변경은 항상 알려 드립니다.'}
  </p>
);

const MyInfoPage = () => (
  <RequireRole role="member" alert={FAILED}>
    <NarrowPage title="내 정보">
      <ProfileFacts />
      <section className="stack-4" aria-labelledby="devices-title">
        <header>
          <h2 id="devices-title">로그인된 기기</h2>
          <DeviceAdvice />
        </header>
        <DeviceList />
      </section>
      <section className="stack-4" aria-labelledby="messages-title">
        <header>
          <h2 id="messages-title">받을 메시지</h2>
          <MessageAdvice />
        </header>
        <MessageChoices />
      </section>
      <section className="stack-4" aria-labelledby="data-title">
        <header>
          <h2 id="data-title">내 정보 내려받기</h2>
          <p className={styles.lead}>스튜디오에서 보관하는 내 정보를 언제든지 받아 보실 수 있습니다.</p>
        </header>
        <OwnData />
      </section>
      <AccountLinks />
    </NarrowPage>
  </RequireRole>
);

export default MyInfoPage;
