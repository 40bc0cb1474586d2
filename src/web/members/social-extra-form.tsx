import { AgreementFields } from './agreement-fields.tsx';
import { ContactInputs } from './contact-inputs.tsx';
import { JoinAction } from './join-action.tsx';
import styles from './join-form.module.css';
import { useSocialExtra } from './use-social-extra.ts';

export const SocialExtraForm = ({ givenName }: { givenName: string }) => {
  const { form, join, canSubmit, isJoining, submit } = useSocialExtra(givenName);
  const { input, faultOf } = form;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <ContactInputs
        name={input('name')}
        phoneNumber={input('phoneNumber')}
        faults={{ name: faultOf('name'), phoneNumber: faultOf('phoneNumber') }}
        phoneCheck={join.phoneCheck}
        freePhone="사용 가능한 전화번호입니다."
      />
      <AgreementFields
        value={form.values.agreements}
        collected="소셜 계정의 회원 식별값과 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호를"
        onChange={(agreements) => form.change({ agreements })}
      />
      <JoinAction join={join} canSubmit={canSubmit} isJoining={isJoining} />
    </form>
  );
};
