import { profileEndpoints } from '#contract/members/profile.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { downloadFile } from '#web/api/download-file.ts';
import { CodeDialog } from './code-dialog.tsx';
import { useCode } from './use-code.ts';

/** Downloads the member's data with a code that is sent to the own number. */
export const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const steps = useCode(
    () => browserApi.call(profileEndpoints.sendExportCode, {}),
    (code) =>
      downloadFile(
        profileEndpoints.exportData,
        { body: { code } },
        `내정보-${seoulDate(new Date()).replaceAll('-', '')}.zip`,
      ),
  );
  return (
    <CodeDialog
      title="내 정보 내려받기"
      submitLabel="내려받기"
      steps={steps}
      onSend={() => void steps.sendCode()}
      onUse={() => void steps.useCode().then((isDone) => isDone && onClose())}
      onClose={onClose}
    >
      <p>
        예약과 문의, 동의 기록 등 내 정보를 파일 하나로 내려받습니다. 다른 사람이 받지 못하도록 휴대폰으로
        인증번호를 보내 드립니다.
      </p>
    </CodeDialog>
  );
};
