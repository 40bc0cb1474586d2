import { AgreementFields } from './agreement-fields.tsx';
import { ContactInputs } from './contact-inputs.tsx';
import { JoinAction } from './join-action.tsx';
import styles from './member-form.module.css';
import { useSocialExtra } from './use-social-extra.ts';

export const SocialExtraForm = ({ givenName }: { givenName: string }) => {
  const { field, agreements, agree, join, canSubmit, isJoining, submit } = useSocialExtra(givenName);
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <ContactInputs
        name={field('name')}
        phoneNumber={field('phoneNumber')}
        phoneCheck={join.phoneCheck}
        freePhone="사용 가능한 전화번호입니다."
      />
      <AgreementFields
        value={agreements}
        collected="소셜 계정의 회원 식별값과 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호를"
        onChange={agree}
      />
      <JoinAction join={join} canSubmit={canSubmit} isJoining={isJoining} />
    </form>
  );
};
