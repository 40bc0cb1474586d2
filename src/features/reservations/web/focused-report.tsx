import type { ActionReport } from '#platform/web/client/use-action.ts';
import { focusOnMount } from '#platform/web/ui/focus-on-mount.ts';
import { Notice } from '#platform/web/ui/notice.tsx';

/** The report of an action whose pressed button may disappear, so the focus moves here. */
export const FocusedReport = ({ report }: { report: ActionReport | null }) =>
  report !== null && (
    <div ref={focusOnMount} tabIndex={-1}>
      <Notice tone={report.tone}>{report.text}</Notice>
    </div>
  );
