import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { toIssuedCode, type IssuedCode } from '#web/members/issued-code.ts';
import { useAction } from '#web/shell/use-action.ts';

type Sent = Parameters<typeof toIssuedCode>[1];

/** The two steps of a change that needs a code: sends one, then uses it. `send` and `use` reject with `ApiError`. */
export const useCode = (send: () => Promise<Sent>, use: (code: string) => Promise<void>) => {
  const [sent, setSent] = useState<IssuedCode | null>(null);
  const [code, setCode] = useState('');
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { run, clearReport, isRunning, report } = useAction();

  const sendCode = async (phoneNumber = ''): Promise<void> => {
    setIsSending(true);
    await run(async () => {
      const issued = toIssuedCode(phoneNumber, await send());
      flushSync(() => {
        setCode('');
        setSent(issued);
      });
      return null;
    });
    setIsSending(false);
    field.current?.focus();
  };

  return {
    /** The issued code; null in the first step. */
    sent,
    startOver: (): void => {
      clearReport();
      setSent(null);
    },
    code,
    setCode,
    field,
    sendCode,
    isSending,
    isRunning,
    failure: report?.text ?? null,
    clearFailure: clearReport,
    /** Resolves to whether the code was accepted. */
    useCode: async (): Promise<boolean> => {
      const outcome = await run(async () => {
        await use(code);
        return null;
      });
      if (outcome !== null) field.current?.select();
      return outcome === null;
    },
  };
};

export type CodeSteps = ReturnType<typeof useCode>;
