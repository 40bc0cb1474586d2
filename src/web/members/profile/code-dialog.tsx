import type { ReactNode } from 'react';
import { CodeField } from '#web/members/code-field.tsx';
import { CodeAnnouncement } from '#web/members/code-timer.tsx';
import { RequireCodes } from '#web/members/require-codes.tsx';
import { useStudio } from '#web/shell/use-studio.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { CodeSteps } from './use-code.ts';

interface CodeDialogProps {
  readonly title: string;
  /** The label of the button that uses the code. */
  readonly submitLabel: string;
  readonly steps: CodeSteps;
  readonly onSend: () => void;
  readonly onUse: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Sends a code and uses it. The children stand above the code. */
export const CodeDialog = ({
  title,
  submitLabel,
  steps,
  onSend,
  onUse,
  onClose,
  children,
}: CodeDialogProps) => {
  const { sent, code, setCode, field, isSending, isRunning, failure } = steps;
  const isFirstStep = sent === null;
  const isUnavailable = useStudio().codeDelivery === 'NONE';
  return (
    <Dialog
      title={title}
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={isFirstStep ? onSend : onUse}
      actions={
        isUnavailable ? undefined : (
          <Button type="submit" isLoading={isRunning} disabled={!isFirstStep && code.length < 6}>
            {isFirstStep ? '인증번호 받기' : submitLabel}
          </Button>
        )
      }
    >
      <RequireCodes task={title}>{children}</RequireCodes>
      {sent !== null && (
        <CodeField
          ref={field}
          value={code}
          onChange={setCode}
          issuedCode={sent}
          isSending={isSending}
          onResend={onSend}
        />
      )}
      <div role="status" className="visually-hidden">
        {sent !== null && <CodeAnnouncement expiresAt={sent.expiresAt} />}
      </div>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
    </Dialog>
  );
};
