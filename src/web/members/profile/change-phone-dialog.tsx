import { useState } from 'react';
import { memberEndpoints } from '#contract/members.ts';
import { profileEndpoints } from '#contract/members/profile.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { invalidateQueries } from '#web/api/queries.ts';
import { showAlert } from '#web/shell/alert.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { useCode } from './use-code.ts';

/** Changes the phone number with a code that is sent to the new one. */
export const ChangePhoneDialog = ({ onClose }: { onClose: () => void }) => {
  const [phoneNumber, setPhoneNumber] = useState('');
  const steps = useCode(
    () => browserApi.call(profileEndpoints.sendPhoneCode, { body: { phoneNumber } }),
    async (code) => {
      await browserApi.call(profileEndpoints.changePhone, { body: { phoneNumber, code } });
    },
  );

  const change = async (): Promise<void> => {
    if (!(await steps.useCode())) return;
    await Promise.all([
      invalidateQueries(profileEndpoints.phone),
      invalidateQueries(memberEndpoints.messageChoices),
    ]);
    onClose();
    void showAlert('휴대폰 번호가 변경되었습니다.');
  };

  return (
    <CodeDialog
      title="휴대폰 번호 변경"
      submitLabel="변경하기"
      steps={steps}
      onSend={() => void steps.sendCode(phoneNumber)}
      onUse={() => void change()}
      onClose={onClose}
    >
      <TextField
        label="새 휴대폰 번호"
        hint="하이픈(-) 없이 숫자 11자리"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        value={phoneNumber}
        onChange={({ target }) => {
          setPhoneNumber(target.value);
          steps.startOver();
        }}
      />
    </CodeDialog>
  );
};
