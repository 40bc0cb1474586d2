import { errors } from '#contract/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AgreementFields } from './agreement-fields.tsx';
import { CodeField } from './code-field.tsx';
import { CodeAnnouncement } from './code-timer.tsx';
import styles from './register-form.module.css';
import { isTypedEnough } from './registration-form.ts';
import type { RegistrationField } from './registration-form.ts';
import type { Availability } from './use-availability.ts';
import { useRegistration } from './use-registration.ts';

const loginIdFaults: Partial<Record<Availability, string>> = {
  taken: errors.LOGIN_ID_TAKEN.message,
  failed: '아이디 확인 중 오류 발생',
};
const phoneFaults: Partial<Record<Availability, string>> = {
  taken: errors.PHONE_TAKEN.message,
  failed: '전화번호 확인 중 오류가 발생했습니다.',
};

const CheckAgain = ({ state, checkAgain }: { state: Availability; checkAgain: () => void }) =>
  state === 'failed' && (
    <Button variant="secondary" onClick={checkAgain}>
      다시 확인
    </Button>
  );

export const RegisterForm = () => {
  const registration = useRegistration();
  const { form, values, loginIdCheck, phoneCheck, sent } = registration;
  const { errors: faults, touchedFields } = form.formState;

  const faultOf = (name: RegistrationField): string | undefined =>
    touchedFields[name] || isTypedEnough(values, name) ? faults[name]?.message : undefined;

  return (
    <form className={styles.form} onSubmit={(event) => void registration.submit(event)} noValidate>
      <TextField
        label="아이디"
        hint="4~20자"
        error={faultOf('loginId') ?? loginIdFaults[loginIdCheck.state]}
        success={loginIdCheck.state === 'available' ? '사용 가능한 아이디입니다.' : undefined}
        suffix={<CheckAgain {...loginIdCheck} />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.register('loginId')}
      />
      <TextField
        label="비밀번호"
        hint="8~16자"
        type="password"
        error={faultOf('password')}
        autoComplete="new-password"
        {...form.register('password', { deps: 'confirmPassword' })}
      />
      <TextField
        label="비밀번호 확인"
        type="password"
        error={faultOf('confirmPassword')}
        autoComplete="new-password"
        {...form.register('confirmPassword')}
      />
      <TextField label="이름" error={faultOf('name')} autoComplete="name" {...form.register('name')} />
      <TextField
        label="휴대폰 번호"
        hint="하이픈(-) 없이 숫자 11자리"
        type="tel"
        inputMode="tel"
        error={faultOf('phoneNumber') ?? phoneFaults[phoneCheck.state]}
        suffix={<CheckAgain {...phoneCheck} />}
        autoComplete="tel-national"
        {...form.register('phoneNumber')}
      />
      <AgreementFields
        value={values.agreements}
        onChange={(agreements) => form.setValue('agreements', agreements, { shouldValidate: true })}
      />
      {sent !== null && (
        <CodeField
          ref={registration.codeRef}
          value={registration.code}
          onChange={registration.setCode}
          sent={sent}
          isSending={registration.isSending}
          onResend={registration.sendAgain}
        />
      )}
      <div role="status" className="visually-hidden">
        {sent !== null && <CodeAnnouncement expiresAt={sent.expiresAt} />}
      </div>
      <div className={styles.action}>
        {registration.failure !== null && <Notice tone="error">{registration.failure}</Notice>}
        <Button type="submit" size="large" disabled={!registration.canSubmit} isLoading={registration.isBusy}>
          {sent === null ? '인증번호 받기' : '가입하기'}
        </Button>
        {sent === null && (
          <p className={styles.note}>모든 항목을 입력하고 약관에 동의하면 인증번호를 받을 수 있습니다.</p>
        )}
      </div>
    </form>
  );
};
