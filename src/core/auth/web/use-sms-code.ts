import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldErrors } from 'react-hook-form';
import { firstMessageOf } from '#platform/web/client/api/api.ts';
import { useSubmitFailure } from '#platform/web/client/forms/use-submit-failure.ts';
import { toIssuedCode, type IssuedCode, type IssuedCodeResponse } from './issued-code.ts';

interface SmsCodeOptions {
  /** A code that was sent before this form was shown. */
  readonly start?: IssuedCode | null;
  /** The errors of the form around the code. When the first one appears, the failure is removed. */
  readonly errors?: FieldErrors;
  /** Called after each failure. By default it selects the typed code. */
  readonly onFailure?: (error: unknown) => void;
}

/** The two steps of a form that needs a verification code: requests one, then uses it. `SmsCodeStep` shows the end of the form. */
export const useSmsCode = ({ start = null, errors = {}, onFailure }: SmsCodeOptions = {}) => {
  const [sent, setSent] = useState(start);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useSubmitFailure(errors);
  const [busyWith, setBusyWith] = useState<'send' | 'use' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const selectCode = (): void => {
    field.current?.focus();
    field.current?.select();
  };

  /**
   * Runs one call at a time; null when it failed or another one runs. `failed` is shown when neither the server nor the endpoint has a
   * text.
   */
  const run = async <Result>(
    what: 'send' | 'use',
    work: () => Promise<Result>,
    failed?: string,
  ): Promise<Result | null> => {
    if (busyWith !== null) return null;
    setFailure(null);
    setBusyWith(what);
    try {
      return await work();
    } catch (error) {
      setFailure(firstMessageOf(error, failed));
      (onFailure ?? selectCode)(error);
      return null;
    } finally {
      setBusyWith(null);
    }
  };

  /** Requests a code by `request` and focuses its field. Returns the issued code, or null as `run` does. */
  const send = (
    phoneNumber: string,
    request: () => Promise<IssuedCodeResponse>,
    failed = '인증번호 전송에 실패했습니다.',
  ): Promise<IssuedCode | null> =>
    run(
      'send',
      async () => {
        const issued = toIssuedCode(phoneNumber, await request());
        flushSync(() => {
          setCode('');
          setSent(issued);
        });
        field.current?.focus();
        return issued;
      },
      failed,
    );

  return {
    /** The issued code; null in the first step. */
    sent,
    setSent,
    code,
    setCode: (typed: string): void => setCode(typed),
    /** Ref of the code's field, which is shown once a code was sent. */
    field,
    selectCode,
    /** The text of the last failure; null when there is none. */
    failure,
    setFailure,
    busyWith,
    send,
    /** Uses the code: returns the result of `work`, or null as `run` does. */
    use: <Result>(work: () => Promise<Result>): Promise<Result | null> => run('use', work),
    /** Returns to the first step. */
    startOver: (): void => {
      setFailure(null);
      setSent(null);
      setCode('');
    },
  };
};

export type SmsCode = ReturnType<typeof useSmsCode>;
