import type { ReactNode } from 'react';
import { RequireCodes } from '#core/auth/web/require-codes.tsx';
import { SmsCodeStep } from '#core/auth/web/sms-code-step.tsx';
import type { SmsCode } from '#core/auth/web/use-sms-code.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';

interface CodeDialogProps {
  readonly title: string;
  /** The label of the button that uses the code. */
  readonly submitLabel: string;
  readonly smsCode: SmsCode;
  readonly onSend: () => void;
  readonly onUse: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Sends a code and uses it. The children stand above the code. */
export const CodeDialog = ({
  title,
  submitLabel,
  smsCode,
  onSend,
  onUse,
  onClose,
  children,
}: CodeDialogProps) => {
  const { sent, code, busyWith } = smsCode;
  const isUnavailable = useStudio().codeDelivery === 'NONE';
  return (
    <Dialog
      title={title}
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={sent === null ? onSend : onUse}
      actions={
        isUnavailable ? undefined : (
          <Button type="submit" isLoading={busyWith !== null} disabled={sent !== null && code.length < 6}>
            {sent === null ? '인증번호 받기' : submitLabel}
          </Button>
        )
      }
    >
      <RequireCodes task={title}>{children}</RequireCodes>
      <SmsCodeStep smsCode={smsCode} onResend={onSend} />
    </Dialog>
  );
};
