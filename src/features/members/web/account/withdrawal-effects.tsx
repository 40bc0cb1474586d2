import type { ReactNode } from 'react';
import { memberEndpoints, type WithdrawalPreview } from '#core/auth/contract/members.ts';
import { type Provider, providerNames } from '#platform/contract/social-providers.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { retention } from './retained-records.ts';
import { useLoginProvider } from './use-login-provider.ts';
import styles from './withdrawal-effects.module.css';

// Advertising records contain no member data.
const retainedRecords = retention.rows.filter(([record]) => !record.startsWith('표시·광고'));

const Effect = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="stack-1">
    <dt className="strong">{name}</dt>
    <dd>{children}</dd>
  </div>
);

const reservationsText = (preview: WithdrawalPreview | undefined): string => {
  if (preview === undefined)
    return '예정된 예약이 있으면 모두 취소되고, 그 시간은 다른 분이 예약할 수 있게 됩니다.';
  if (preview.upcomingReservations === 0) return '예정된 예약이 없습니다.';
  return `예정된 예약 ${preview.upcomingReservations}건이 모두 취소되고, 그 시간은 다른 분이 예약할 수 있게 됩니다.`;
};

const questionsText = (preview: WithdrawalPreview | undefined): string => {
  if (preview === undefined) return '남기신 문의가 있으면 답변과 함께 모두 삭제됩니다.';
  if (preview.questions === 0) return '남기신 문의가 없습니다.';
  return `남기신 문의 ${preview.questions}건이 답변과 함께 모두 삭제됩니다.`;
};

type KnownProvider = ReturnType<typeof useLoginProvider>['provider'];

const accountText = (provider: KnownProvider): string => {
  if (provider === null) return '아이디, 비밀번호, 이름, 휴대폰 번호';
  return provider === undefined ? '아이디와 비밀번호(있는 경우), 이름, 휴대폰 번호' : '이름, 휴대폰 번호';
};

/** The tokens needed for unlinking are deleted after the provider has confirmed it. */
const linkText = (provider: Provider | undefined): string => {
  const link =
    provider === undefined
      ? '소셜 로그인으로 가입하셨다면 제공자와의 연결도 함께 해제합니다.'
      : `${providerNames[provider]}에 남은 이 홈페이지와의 연결도 함께 해제합니다.`;
  const storedData = provider === 'kakao' ? '회원 식별값은' : '회원 식별값과 연결 해제용 토큰은';
  return `${link} ${storedData} 연결을 해제한 뒤 늦어도 하루 안에 삭제하며, 탈퇴는 바로 완료됩니다.`;
};

const AccountEffects = () => {
  const { provider, isPending } = useLoginProvider();
  if (isPending)
    return (
      <Effect name="회원 정보">
        <Skeleton label="회원 정보를 불러오는 중입니다." count={2} />
      </Effect>
    );
  return (
    <>
      <Effect name="회원 정보">{accountText(provider)}가 바로 삭제되고 모든 기기에서 로그아웃됩니다.</Effect>
      {provider !== null && <Effect name="소셜 로그인 연결">{linkText(provider)}</Effect>}
    </>
  );
};

export const WithdrawalEffects = () => {
  const { data: preview } = useApiQuery(memberEndpoints.withdrawalPreview, {});
  return (
    <>
      <dl className="stack-5">
        <AccountEffects />
        <Effect name="예약">{reservationsText(preview)}</Effect>
        <Effect name="1:1 문의">{questionsText(preview)}</Effect>
        <Effect name="법에 따라 보관하는 기록">
          아래 기록만 다른 정보와 분리하여 정해진 기간 동안 보관한 뒤 삭제합니다.
          <ul className={cx('stack-2 small', styles.records)}>
            {retainedRecords.map(([record, period, law]) => (
              <li key={record}>
                {record}: <strong>{period}</strong> <span className="muted">({law})</span>
              </li>
            ))}
          </ul>
        </Effect>
      </dl>
      <p className={styles.warning}>
        <strong>탈퇴는 되돌릴 수 없습니다.</strong> 다시 가입하셔도 지난 예약과 문의는 복구되지 않습니다.
      </p>
    </>
  );
};
