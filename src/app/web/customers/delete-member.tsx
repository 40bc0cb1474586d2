import { DeleteWithPassword } from '#core/auth/web/deletion/delete-with-password.tsx';
import { Irreversible } from '#core/auth/web/deletion/deletion-effects.tsx';
import { paths } from '#core/content/web/paths.ts';
import { adminMemberEndpoints } from '#features/members/contract/admin-members.ts';
import { MemberDeletionEffects } from '#features/members/web/account/withdrawal-effects.tsx';
import { providerOf } from '#platform/contract/social-providers.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';

const { deletionPreview, deleteMember } = adminMemberEndpoints;

interface DeleteMemberProps {
  readonly id: string;
  readonly name: string;
  readonly loginId: string;
}

const Effects = ({ id, loginId }: DeleteMemberProps) => {
  const { data: preview } = useApiQuery(deletionPreview, { params: { memberId: id } });
  return (
    <MemberDeletionEffects account={{ provider: providerOf(loginId), isPending: false }} preview={preview} />
  );
};

/** Deletes a member at their request, as if they had withdrawn. */
export const DeleteMember = (member: DeleteMemberProps) => (
  <DeleteWithPassword
    label="회원 삭제"
    done="회원을 삭제했습니다."
    leadsTo={paths.adminCustomers()}
    endpoint={deleteMember}
    toInput={(password) => ({ params: { memberId: member.id }, body: { password } })}
  >
    <p>{member.name} 님이 삭제를 요청했을 때만 삭제해 주세요. 본인이 탈퇴한 것과 같이 처리합니다.</p>
    <Effects {...member} />
    <Irreversible>
      <strong>삭제는 되돌릴 수 없습니다.</strong> 다시 가입해도 지난 예약과 문의는 복구되지 않습니다.
    </Irreversible>
  </DeleteWithPassword>
);
