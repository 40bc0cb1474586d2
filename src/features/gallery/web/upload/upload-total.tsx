import { useSecondsLeft } from '#platform/web/client/use-seconds-left.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { ProgressBar } from '#platform/web/ui/progress-bar.tsx';
import { announceUploads, formatTotal, formatDuration } from './upload-labels.ts';
import type { UploadQueue } from './upload-queue.ts';
import { isRunning, summarizeUploads } from './upload-totals.ts';
import { useUploadQueue } from './use-uploads.ts';
import styles from './upload-list.module.css';

const Wait = ({ until }: { until: number }) => (
  <p className="note tabular">
    업로드를 중단했습니다. {formatDuration(useSecondsLeft(until))} 후 자동으로 이어서 업로드합니다.
  </p>
);

interface UploadTotalProps {
  readonly uploads: UploadQueue;
  readonly onRetryAll: () => void;
  readonly onClear: () => void;
}

export const UploadTotal = ({ uploads, onRetryAll, onClear }: UploadTotalProps) => {
  const totals = useUploadQueue(uploads, (queue) => queue.totals);
  const pausedUntil = useUploadQueue(uploads, (queue) => queue.pausedUntil);
  const { count, share } = summarizeUploads(totals);
  const isMoving = isRunning(totals);
  const { failed = 0, done = 0, duplicate = 0, refused = 0, invalid = 0 } = totals.counts;
  const canRetry = failed > 0;
  const canClear = !isMoving && done + duplicate + refused + invalid > 0;
  return (
    <div className="stack-2">
      <p className="visually-hidden" role="status">
        {announceUploads({ totals, pausedUntil })}
      </p>
      {count > 0 && (
        <>
          <p className="row-3 between tabular">
            <strong>{formatTotal(totals)}</strong>
            {isMoving && <span className="muted">{Math.floor(share * 100)}%</span>}
          </p>
          {isMoving && <ProgressBar aria-label="전체 업로드" max={1} value={share} />}
        </>
      )}
      {pausedUntil !== null && isMoving && <Wait until={pausedUntil} />}
      {(canRetry || canClear) && (
        <div className={cx('row-2 wrap', styles.totalActions)}>
          {canRetry && (
            <Button variant="secondary" size="small" onClick={onRetryAll}>
              모두 다시 시도
            </Button>
          )}
          {canClear && (
            <Button variant="quiet" size="small" onClick={onClear}>
              완료된 항목 제거
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
