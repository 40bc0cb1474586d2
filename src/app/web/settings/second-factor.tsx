import { useState, type FormEvent } from 'react';
import { renderSVG } from 'uqr';
import { totpEndpoints } from '#core/auth/contract/totp.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { useCopyToClipboard } from '#platform/web/client/use-copy-to-clipboard.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './second-factor.module.css';

const { totpState, startTotp, confirmTotp, disableTotp } = totpEndpoints;

interface SecretFormProps {
  readonly label: string;
  readonly action: string;
  readonly isPassword?: boolean;
  /** Resolves when the step is done; a rejection is shown below the field. */
  readonly onSubmit: (value: string) => Promise<void>;
}

/** One field with its button, for the password or a code. */
const SecretForm = ({ label, action, isPassword = false, onSubmit }: SecretFormProps) => {
  const [value, setValue] = useState('');
  const { run, isRunning, report } = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(() => onSubmit(value));
  };
  return (
    <form className="stack-4" noValidate onSubmit={submit}>
      <TextField
        label={label}
        type={isPassword ? 'password' : 'text'}
        inputMode={isPassword ? undefined : 'numeric'}
        autoComplete={isPassword ? 'current-password' : 'one-time-code'}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        error={report?.text}
      />
      <div>
        <Button type="submit" variant="secondary" isLoading={isRunning}>
          {action}
        </Button>
      </div>
    </form>
  );
};

type Enrollment = ResponseOf<typeof startTotp>;

interface EnrollProps {
  readonly enrollment: Enrollment;
  readonly onDone: (codes: readonly string[]) => void;
}

const Enroll = ({ enrollment: { secret, uri }, onDone }: EnrollProps) => (
  <div className="stack-4">
    <p>
      인증 앱(Google Authenticator, Microsoft Authenticator 등)으로 QR 코드를 읽거나, 이 휴대폰의 앱이라면{' '}
      <a href={uri}>인증 앱에서 열어</a> 주세요.
    </p>
    <img
      className={styles.qr}
      src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
      alt="인증 앱으로 읽는 QR 코드"
    />
    <p>
      읽을 수 없으면 이 키를 입력해 주세요: <code className={styles.code}>{secret}</code>
    </p>
    <SecretForm
      label="앱에 표시된 6자리 코드"
      action="확인하고 켜기"
      onSubmit={async (code) => {
        const { recoveryCodes } = await browserApi.call(confirmTotp, { body: { code } });
        onDone(recoveryCodes);
      }}
    />
  </div>
);

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const { copy, isCopied } = useCopyToClipboard(codes.join('\n'));
  return (
    <div className="stack-4">
      <Notice tone="success">2단계 로그인을 켰습니다.</Notice>
      <p>
        휴대폰을 잃어버렸을 때 코드 대신 한 번씩 쓸 수 있는 복구 코드입니다. 다시 표시하지 않으니 안전한 곳에
        적어 두세요.
      </p>
      <ul className={styles.codes} aria-label="복구 코드">
        {codes.map((code) => (
          <li key={code} className={styles.code}>
            {code}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={() => void copy()}>
          {isCopied === true ? '복사했습니다' : '복구 코드 복사'}
        </Button>
      </div>
    </div>
  );
};

/** The second factor of the admin who is logged in: switches it on with an authenticator app, or off. */
export const SecondFactor = () => {
  const { data } = useApiQuery(totpState, {});
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (data === undefined) return null;

  const start = async (password: string): Promise<void> =>
    setEnrollment(await browserApi.call(startTotp, { body: { password } }));
  const finish = (recoveryCodes: readonly string[]): void => {
    setCodes(recoveryCodes);
    setEnrollment(null);
  };
  const disable = async (password: string): Promise<void> => {
    await browserApi.call(disableTotp, { body: { password } });
    setCodes(null);
  };

  return (
    <section className="stack-4" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">내 2단계 로그인</h2>
      <p className="note">
        {data.isOn
          ? `켜져 있습니다. 로그인할 때 인증 앱의 코드도 입력합니다. 남은 복구 코드: ${data.recoveryCodes}개`
          : '켜 두면 다른 사람이 비밀번호를 알아내도 내 휴대폰의 인증 앱 없이는 로그인할 수 없습니다.'}
      </p>
      {codes !== null && <RecoveryCodes codes={codes} />}
      {data.isOn && (
        <SecretForm key="off" label="현재 비밀번호" action="끄기" isPassword onSubmit={disable} />
      )}
      {!data.isOn && enrollment === null && (
        <SecretForm key="on" label="현재 비밀번호" action="켜기" isPassword onSubmit={start} />
      )}
      {enrollment !== null && <Enroll enrollment={enrollment} onDone={finish} />}
    </section>
  );
};
