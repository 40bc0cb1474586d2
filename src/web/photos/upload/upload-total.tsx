import { useSecondsLeft } from '#web/shell/use-seconds-left.ts';
import { Button } from '#web/ui/button.tsx';
import { isCompleted, isRunning, summarizeUploads, type UploadQueue } from './upload-queue.ts';
import { announceUploads, formatTotal, formatDuration } from './upload-labels.ts';
import styles from './upload-list.module.css';

const Wait = ({ until }: { until: number }) => (
  <p className="note tabular">
    지금은 요청이 많습니다. {formatDuration(useSecondsLeft(until))} 후 자동으로 이어서 업로드합니다.
  </p>
);

interface UploadTotalProps {
  readonly queue: UploadQueue;
  readonly onRetryAll: () => void;
  readonly onClear: () => void;
}

export const UploadTotal = ({ queue, onRetryAll, onClear }: UploadTotalProps) => {
  const { count, share } = summarizeUploads(queue);
  const isMoving = isRunning(queue);
  const canRetry = queue.uploads.some(({ state }) => state === 'failed');
  const canClear = !isMoving && queue.uploads.some(isCompleted);
  return (
    <div className="stack-2">
      <p className="visually-hidden" role="status">
        {announceUploads(queue)}
      </p>
      {count > 0 && (
        <>
          <p className={styles.sum}>
            <strong>{formatTotal(queue)}</strong>
            {isMoving && <span>{Math.floor(share * 100)}%</span>}
          </p>
          {isMoving && (
            <progress className={styles.progress} aria-label="전체 업로드" max={1} value={share} />
          )}
        </>
      )}
      {queue.pausedUntil !== null && isMoving && <Wait until={queue.pausedUntil} />}
      {(canRetry || canClear) && (
        <div className={styles.totalActions}>
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
