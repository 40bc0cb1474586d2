import { useState } from 'react';
import { HiddenUsername } from '#core/auth/web/hidden-username.tsx';
import { MobileField } from '#core/auth/web/mobile-field.tsx';
import { CurrentPasswordField } from '#core/auth/web/password-field.tsx';
import { useSmsCode } from '#core/auth/web/use-sms-code.ts';
import { fieldMessages } from '#platform/contract/fields.ts';
import { providerOf } from '#platform/contract/social-providers.ts';
import { showAlert } from '#platform/web/client/alert.tsx';
import { GENERAL_FAILURE } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { profileEndpoints } from '../../contract/profile.ts';
import { CodeDialog } from './code-dialog.tsx';

/** Changes the phone number with the current password, unless the login is social, and a code that is sent to the new number. */
export const ChangePhoneDialog = ({ loginId, onClose }: { loginId: string; onClose: () => void }) => {
  const hasPassword = providerOf(loginId) === null;
  const [phoneNumber, setPhoneNumber] = useState('');
  const [password, setPassword] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isPasswordMissing = hasPassword && password === '';
  const smsCode = useSmsCode();

  const send = (): void => {
    setIsSubmitted(true);
    if (isPasswordMissing) return smsCode.setFailure(null);
    const request = () => browserApi.call(profileEndpoints.sendPhoneCode, { body: { phoneNumber } });
    void smsCode.send(phoneNumber, request, GENERAL_FAILURE);
  };

  const change = async (): Promise<void> => {
    const body = { phoneNumber, code: smsCode.code, ...(hasPassword && { password }) };
    const changed = await smsCode.use(() => browserApi.call(profileEndpoints.changePhone, { body }));
    if (changed === null) return;
    onClose();
    void showAlert('휴대폰 번호가 변경되었습니다.');
  };

  return (
    <CodeDialog
      title="휴대폰 번호 변경"
      submitLabel="변경하기"
      smsCode={smsCode}
      onSend={send}
      onUse={() => void change()}
      onClose={onClose}
    >
      <MobileField
        label="새 휴대폰 번호"
        value={phoneNumber}
        onChange={({ target }) => {
          setPhoneNumber(target.value);
          smsCode.startOver();
        }}
      />
      {hasPassword && (
        <>
          <HiddenUsername loginId={loginId} />
          <CurrentPasswordField
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            error={isSubmitted && isPasswordMissing ? fieldMessages.passwordMissing : undefined}
          />
        </>
      )}
    </CodeDialog>
  );
};
