import { useSecondsLeft } from '#web/members/use-seconds-left.ts';
import { Button } from '#web/ui/button.tsx';
import { isRunning, sumUploads } from './upload-queue.ts';
import type { UploadQueue } from './upload-queue.ts';
import { announceUploads, formatTotal, formatWait } from './upload-words.ts';
import styles from './upload-list.module.css';

const Wait = ({ until }: { until: number }) => (
  <p className={styles.wait}>
    서버가 바쁩니다. {formatWait(useSecondsLeft(until))} 뒤에 저절로 이어서 올립니다.
  </p>
);

interface UploadTotalProps {
  readonly queue: UploadQueue;
  readonly onRetryAll: () => void;
  readonly onClear: () => void;
}

/** How far all of it is, and what can be done with all of it. */
export const UploadTotal = ({ queue, onRetryAll, onClear }: UploadTotalProps) => {
  const { count, failed, share } = sumUploads(queue);
  const canClear =
    !isRunning(queue) &&
    queue.uploads.some(({ state }) => state === 'done' || state === 'duplicate' || state === 'refused');
  return (
    <div className={styles.total}>
      <p className="visually-hidden" role="status">
        {announceUploads(queue)}
      </p>
      {count > 0 && (
        <>
          <p className={styles.sum}>
            <strong>{formatTotal(queue)}</strong>
            <span>{Math.floor(share * 100)}%</span>
          </p>
          <progress className={styles.progress} aria-label="전체 올리기" max={1} value={share} />
        </>
      )}
      {queue.pausedUntil !== null && isRunning(queue) && <Wait until={queue.pausedUntil} />}
      {(failed > 0 || canClear) && (
        <div className={styles.totalActions}>
          {failed > 0 && (
            <Button variant="secondary" size="small" onClick={onRetryAll}>
              모두 다시 시도
            </Button>
          )}
          {canClear && (
            <Button variant="quiet" size="small" onClick={onClear}>
              끝난 것 지우기
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
