import type { ReactNode } from 'react';
import { consentTypes, type ConsentType } from '#core/content/contract/legal/consents.ts';
import { paths } from '#core/content/web/paths.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { focusFirstField } from '#platform/web/ui/form/focus-first-field.ts';
import { MobileField } from '../mobile-field.tsx';
import { SmsCodeStep } from '../sms-code-step.tsx';
import type { Signup } from './use-signup.tsx';
import styles from './signup-form.module.css';

type Consents = Record<ConsentType, boolean>;

const documents: Record<ConsentType, { label: string; name: string; path: string }> = {
  over14: { label: '만 14세 이상입니다', name: '만 14세 이상 이용 안내', path: paths.over14() },
  terms: { label: '이용약관 동의', name: '이용약관', path: paths.terms() },
  privacy: { label: '개인정보 수집 및 이용 동의', name: '개인정보 처리방침', path: paths.privacy() },
};

/** Opens in a new tab, so that the form keeps its input. */
const TextLink = ({ name, path }: { name: string; path: string }) => (
  <a
    href={path}
    target="_blank"
    rel="noopener"
    className={cx('link note', styles.link)}
    aria-label={`${name} 보기 (새 창)`}
  >
    보기
  </a>
);

interface ConsentFieldsProps {
  readonly value: Consents;
  /** The personal data collected by this form, as the grammatical object of a Korean sentence. */
  readonly collectedData: string;
  readonly onChange: (value: Consents) => void;
}

/** Three separate consents. "All" sets or clears the three and has no value of its own. */
const ConsentFields = ({ value, collectedData, onChange }: ConsentFieldsProps) => (
  <fieldset>
    <legend className={cx('note', styles.legend)}>약관 동의</legend>
    <Checkbox
      isMain
      label="전체 동의"
      checked={consentTypes.every((item) => value[item])}
      onChange={({ target: { checked } }) => onChange({ over14: checked, terms: checked, privacy: checked })}
    />
    {consentTypes.map((item) => {
      const { label, name, path } = documents[item];
      return (
        <div key={item}>
          <Checkbox
            label={label}
            checked={value[item]}
            onChange={(event) => onChange({ ...value, [item]: event.target.checked })}
            aside={<TextLink name={name} path={path} />}
          />
          {item === 'privacy' && (
            <p className={cx('note', styles.summary)}>
              {collectedData} 본인 확인과 회원 관리에 이용하고 탈퇴할 때 파기합니다. 동의를 거부할 수 있으며,
              거부하시면 가입이 제한됩니다.
            </p>
          )}
        </div>
      );
    })}
  </fieldset>
);

interface SignupFormProps {
  readonly signup: Signup;
  /** The personal data collected by this form, as the grammatical object of a Korean sentence. */
  readonly collectedData: string;
  /** True while the new member is being logged in. */
  readonly isLoggingIn?: boolean;
  readonly takesFocus?: boolean;
  /** The fields above the phone number. */
  readonly children: ReactNode;
}

/** The form of a new member: fields, phone number, consents and the code. */
export const SignupForm = ({
  signup,
  collectedData,
  isLoggingIn = false,
  takesFocus = false,
  children,
}: SignupFormProps) => {
  const { smsCode } = signup;
  const { sent, busyWith } = smsCode;
  return (
    <form
      ref={takesFocus ? focusFirstField : undefined}
      className="stack-6"
      onSubmit={(event) => void signup.submit(event)}
      noValidate
    >
      {children}
      <MobileField label="휴대폰 번호" {...signup.field('phoneNumber')} />
      <ConsentFields value={signup.agreements} collectedData={collectedData} onChange={signup.agree} />
      <SmsCodeStep smsCode={smsCode} onResend={signup.sendAgain}>
        <Button
          type="submit"
          size="large"
          disabled={!signup.canSubmit}
          isLoading={isLoggingIn || busyWith === (sent === null ? 'send' : 'use')}
        >
          {sent === null ? '인증번호 받기' : '가입하기'}
        </Button>
        {sent === null && (
          <p className="note">모든 항목을 입력하고 약관에 동의하면 인증번호를 받을 수 있습니다.</p>
        )}
      </SmsCodeStep>
    </form>
  );
};
