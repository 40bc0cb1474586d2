import { useState } from 'react';
import { CurrentPasswordField } from '#core/auth/web/password-field.tsx';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { downloadFile } from '#platform/web/client/api/download-file.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { deskEndpoints, PASSPHRASE_MIN_LENGTH } from '../../contract/desk.ts';

const DownloadDialog = ({ onClose }: { onClose: () => void }) => {
  const [password, setPassword] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const { run, isRunning, report } = useAction();

  const download = () =>
    run(async () => {
      const name = `sajingwan-${seoulDate(new Date()).replaceAll('-', '')}.tar.age`;
      await downloadFile(deskEndpoints.downloadBackup, { body: { password, passphrase } }, name);
      onClose();
    });

  return (
    <Dialog
      title="백업 내려받기"
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => void download()}
      actions={
        <Button type="submit" isLoading={isRunning}>
          내려받기
        </Button>
      }
    >
      <p>
        가장 최근 백업을 암호로 잠근 파일 하나로 내려받습니다. 고객의 개인정보와 비밀 키가 들어 있으니 안전한
        곳에 보관해 주세요.
      </p>
      <CurrentPasswordField value={password} onChange={({ target }) => setPassword(target.value)} />
      {/* Shown while it is typed, because a typing error would only be noticed when the file is opened. */}
      <TextField
        label="파일의 암호"
        hint={`${PASSPHRASE_MIN_LENGTH}자 이상. 암호를 잃어버리면 이 파일을 열 수 없습니다.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={passphrase}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      {report !== null && <Notice tone="error">{report.text}</Notice>}
    </Dialog>
  );
};

/** Downloads the newest backup as one encrypted file. */
export const BackupDownload = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        백업 내려받기
      </Button>
      {isOpen && <DownloadDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
};
