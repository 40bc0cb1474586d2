import { useEffect, useRef, useState } from 'react';
import { paths } from '#core/content/web/paths.ts';
import { messageOf } from '#platform/web/client/api/api.ts';
import { ApiForm } from '#platform/web/client/forms/api-form.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { ProgressBar } from '#platform/web/ui/progress-bar.tsx';
import { restoreByUpload, type Progress } from './send-backup.ts';

const AGE_FILE = /^age-encryption\.org\/v1\n/;
const AGE_HEADER_BYTES = 22;
const isBackup = async (file: File): Promise<boolean> =>
  AGE_FILE.test(await file.slice(0, AGE_HEADER_BYTES).text());

const BYTES_PER_MB = 1024 * 1024;
const formatMegabytes = (bytes: number): string => `${Math.ceil(bytes / BYTES_PER_MB).toLocaleString()} MB`;

const ProgressReport = ({ progress, total }: { progress: Progress; total: number }) => {
  if (progress.step === 'restoring')
    return (
      <div className="stack-2" role="status">
        <p>백업을 확인하고 복원하고 있습니다. 잠시 기다려 주세요.</p>
        <ProgressBar aria-label="복원" />
      </div>
    );
  if (progress.step === 'restored') return null;
  return (
    <div className="stack-2">
      <div className="stack-1">
        <p className="tabular">
          {formatMegabytes(progress.sent)} / {formatMegabytes(total)}
        </p>
        <ProgressBar aria-label="업로드" max={total} value={progress.sent} />
      </div>
      <p className="note" role="status">
        {progress.isInterrupted
          ? '연결이 끊겼습니다. 잠시 후 자동으로 이어서 업로드합니다.'
          : '창을 닫아도 같은 파일을 다시 선택하면 이어서 업로드합니다.'}
      </p>
    </div>
  );
};

const Restored = () => (
  <Notice tone="success" action={<Button onClick={() => location.assign(paths.login())}>로그인</Button>}>
    복원했습니다. 백업할 때 사용하던 관리자 계정으로 로그인해 주세요. 백업한 뒤에 탈퇴한 회원이 있으면 다시
    삭제해 주세요.
  </Notice>
);

interface RestoreFormProps {
  /** The token of the setup link. */
  readonly token: string;
  readonly onCancel: () => void;
}

/** Uploads a downloaded backup and restores it. */
export const RestoreForm = ({ token, onCancel }: RestoreFormProps) => {
  const [file, setFile] = useState<File | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const aborter = useRef<AbortController>(null);
  useEffect(() => () => aborter.current?.abort(), []);

  const restore = async (): Promise<void> => {
    setError(null);
    if (file === null || passphrase === '') {
      setError('백업 파일을 선택하고 파일의 암호를 입력해 주세요.');
      return;
    }
    if (!(await isBackup(file))) {
      setError('사진관의 백업 파일이 아닙니다. ‘백업 내려받기’로 받은 파일을 선택해 주세요.');
      return;
    }
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setProgress({ step: 'sending', sent: 0, isInterrupted: false });
    try {
      await restoreByUpload(file, passphrase, { token, onProgress: setProgress, signal });
    } catch (failure) {
      setProgress(null);
      setError(messageOf(failure));
    }
  };

  if (progress?.step === 'restored') return <Restored />;
  return (
    <div className="stack-3">
      <ApiForm
        form={{ submit: restore, loading: progress !== null, submitError: error }}
        submitLabel="복원하기"
        takesFocus
      >
        <p>백업한 홈페이지를 여기에 복원합니다. 지금 있는 예시 사진과 문의는 삭제됩니다.</p>
        <Field id="backup-file" label="백업 파일" hint="관리 → 오늘에서 내려받은 .tar.age 파일" isGroup>
          <div role="group" aria-labelledby="backup-file-label" className="row-3 wrap middle">
            <Button variant="secondary" disabled={progress !== null} onClick={() => picker.current?.click()}>
              파일 선택
            </Button>
            {file !== null && (
              <span className="fit">
                {file.name} ({formatMegabytes(file.size)})
              </span>
            )}
          </div>
          <input
            ref={picker}
            type="file"
            accept=".age"
            aria-label="백업 파일"
            hidden
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              target.value = '';
            }}
          />
        </Field>
        <TextField
          label="파일의 암호"
          hint="백업을 내려받을 때 정한 암호"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={passphrase}
          onChange={({ target }) => setPassphrase(target.value)}
        />
        {progress !== null && file !== null && <ProgressReport progress={progress} total={file.size} />}
      </ApiForm>
      {progress === null && (
        <Button variant="quiet" onClick={onCancel}>
          취소
        </Button>
      )}
    </div>
  );
};
