import { countCodePoints } from '#contract/text.ts';
import { AgreementFields } from './agreement-fields.tsx';
import { contactLengths } from './contact-form.ts';
import { ContactInputs } from './contact-inputs.tsx';
import { JoinAction } from './join-action.tsx';
import styles from './join-form.module.css';
import { useSocialExtra } from './use-social-extra.ts';

export const SocialExtraForm = ({ givenName }: { givenName: string }) => {
  const { form, values, join, canSubmit, isJoining, submit } = useSocialExtra(givenName);
  const { errors: faults, touchedFields } = form.formState;

  const faultOf = (name: keyof typeof contactLengths): string | undefined =>
    touchedFields[name] || countCodePoints(values[name]) >= contactLengths[name]
      ? faults[name]?.message
      : undefined;

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <ContactInputs
        name={form.register('name')}
        phoneNumber={form.register('phoneNumber')}
        faults={{ name: faultOf('name'), phoneNumber: faultOf('phoneNumber') }}
        phoneCheck={join.phoneCheck}
        freePhone="사용 가능한 전화번호입니다."
      />
      <AgreementFields
        value={values.agreements}
        collected="소셜 계정의 회원 식별값과 연결 해제용 토큰(네이버, Google), 이름, 휴대폰 번호를"
        onChange={(agreements) => form.setValue('agreements', agreements, { shouldValidate: true })}
      />
      <JoinAction join={join} canSubmit={canSubmit} isJoining={isJoining} />
    </form>
  );
};
