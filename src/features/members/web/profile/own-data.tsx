import { useState } from 'react';
import { useSmsCode } from '#core/auth/web/use-sms-code.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { GENERAL_FAILURE } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { profileEndpoints } from '../../contract/profile.ts';
import { CodeDialog } from './code-dialog.tsx';

/** Downloads the member's data with a code that is sent to the member's own number. */
export const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const smsCode = useSmsCode();

  const download = async (): Promise<void> => {
    const name = `내정보-${seoulDate(new Date()).replaceAll('-', '')}.zip`;
    const body = { code: smsCode.code };
    const saved = await smsCode.use(() => downloadFile(profileEndpoints.exportData, { body }, name));
    if (saved !== null) onClose();
  };

  return (
    <CodeDialog
      title="내 정보 내려받기"
      submitLabel="내려받기"
      smsCode={smsCode}
      onSend={() =>
        void smsCode.send('', () => browserApi.call(profileEndpoints.sendExportCode, {}), GENERAL_FAILURE)
      }
      onUse={() => void download()}
      onClose={onClose}
    >
      <p>
        예약과 문의, 동의 기록 등 내 정보를 파일 하나로 내려받습니다. 다른 사람이 받지 못하도록 휴대폰으로
        인증번호를 보내 드립니다.
      </p>
    </CodeDialog>
  );
};

export const OwnData = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        내 정보 내려받기
      </Button>
      {isOpen && <ExportDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
};
