import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { FocusedReport } from './focused-report.tsx';

export interface Undoable {
  /** What was done. */
  readonly text: string;
  /** Undoes it and returns what to say; absent when it cannot be undone. */
  readonly undo?: () => Promise<string>;
}

/** Says what was done and offers to undo it. The caller removes it before the next change. */
export const UndoNotice = ({ text, undo }: Undoable) => {
  const { run, isRunning, report } = useAction();
  if (report?.tone === 'success') return <FocusedReport report={report} />;
  const button = undo !== undefined && (
    <Button variant="quiet" isLoading={isRunning} onClick={() => void run(undo)}>
      실행 취소
    </Button>
  );
  return (
    <>
      <Notice tone="success" action={button}>
        {text}
      </Notice>
      {report !== null && <Notice tone="error">{report.text}</Notice>}
    </>
  );
};
