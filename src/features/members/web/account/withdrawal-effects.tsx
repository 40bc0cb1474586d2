import { memberEndpoints, type WithdrawalPreview } from '#core/auth/contract/members.ts';
import {
  Effect,
  Irreversible,
  RetainedRecords,
  UpcomingReservations,
} from '#core/auth/web/deletion/deletion-effects.tsx';
import { type Provider, providerNames } from '#platform/contract/social-providers.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { useLoginProvider } from './use-login-provider.ts';

const questionsText = (preview: WithdrawalPreview | undefined): string => {
  if (preview === undefined) return '남기신 문의가 있으면 답변과 함께 모두 삭제됩니다.';
  if (preview.questions === 0) return '남기신 문의가 없습니다.';
  return `남기신 문의 ${preview.questions}건이 답변과 함께 모두 삭제됩니다.`;
};

type Account = ReturnType<typeof useLoginProvider>;

const accountText = (provider: Account['provider']): string => {
  if (provider === null) return '아이디, 비밀번호, 이름, 휴대폰 번호';
  return provider === undefined ? '아이디와 비밀번호(있는 경우), 이름, 휴대폰 번호' : '이름, 휴대폰 번호';
};

/** The identity and its token are deleted once the provider has unlinked the member or cannot, or after the last attempt about a day later. */
const linkText = (provider: Provider | undefined): string => {
  const link =
    provider === undefined
      ? '소셜 로그인으로 가입하셨다면 제공자와의 연결도 함께 해제합니다.'
      : `${providerNames[provider]}에 남은 이 홈페이지와의 연결도 함께 해제합니다.`;
  const storedData = provider === 'kakao' ? '회원 식별값은' : '회원 식별값과 연결 해제용 토큰은';
  return `${link} ${storedData} 연결을 해제한 뒤 늦어도 하루 안에 삭제하며, 탈퇴는 바로 완료됩니다.`;
};

const AccountEffects = ({ provider, isPending }: Account) => {
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

interface DeletedMember {
  /** How the member logs in. */
  readonly account: Account;
  readonly preview: WithdrawalPreview | undefined;
}

/** The effects of deleting a member, and what the law requires us to keep. */
export const MemberDeletionEffects = ({ account, preview }: DeletedMember) => (
  <dl className="stack-5">
    <AccountEffects {...account} />
    <UpcomingReservations count={preview?.upcomingReservations} />
    <Effect name="1:1 문의">{questionsText(preview)}</Effect>
    <RetainedRecords />
  </dl>
);

export const WithdrawalEffects = () => {
  const { data: preview } = useApiQuery(memberEndpoints.withdrawalPreview, {});
  return (
    <>
      <MemberDeletionEffects account={useLoginProvider()} preview={preview} />
      <Irreversible>
        <strong>탈퇴는 되돌릴 수 없습니다.</strong> 다시 가입하셔도 지난 예약과 문의는 복구되지 않습니다.
      </Irreversible>
    </>
  );
};
