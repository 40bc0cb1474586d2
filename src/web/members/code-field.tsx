import type { Ref } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { CodeClock } from './code-timer.tsx';
import type { IssuedCode } from './issued-code.ts';
import { useSecondsLeft } from '#web/shell/use-seconds-left.ts';

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly issuedCode: IssuedCode;
  readonly isSending: boolean;
  readonly onResend: () => void;
  readonly error?: string;
}

export const CodeField = ({
  ref,
  value,
  onChange,
  issuedCode,
  isSending,
  onResend,
  error,
}: CodeFieldProps) => {
  const secondsLeft = useSecondsLeft(issuedCode.expiresAt);
  const wait = useSecondsLeft(issuedCode.resendAt);
  const hint = '문자로 받은 6자리 숫자를 입력해 주세요.';
  return (
    <TextField
      ref={ref}
      label="인증번호"
      name="code"
      note={<CodeClock seconds={secondsLeft} />}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
      autoComplete="one-time-code"
      inputMode="numeric"
      hint={wait > 0 ? `${hint} 문자가 오지 않으면 ${wait}초 후 다시 받을 수 있습니다.` : hint}
      error={secondsLeft === 0 ? '인증번호가 만료되었습니다. 다시 받아 주세요.' : error}
      suffix={
        <Button variant="secondary" onClick={onResend} disabled={wait > 0} isLoading={isSending}>
          다시 받기
        </Button>
      }
    />
  );
};
