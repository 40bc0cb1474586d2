import { ImageIcon, RotateCcw, X } from 'lucide-react';
import { memo } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import type { Upload, UploadState } from './upload-queue.ts';
import { describeState, explainUpload, formatSize } from './upload-words.ts';
import styles from './upload-list.module.css';
import { useThumbnail } from './use-thumbnail.ts';

const tones: Partial<Record<UploadState, 'done' | 'blocked' | 'waiting'>> = {
  done: 'done',
  failed: 'blocked',
  refused: 'blocked',
  duplicate: 'waiting',
};

interface UploadRowProps {
  readonly upload: Upload;
  readonly file: File | undefined;
  readonly isDuplicate: boolean;
  readonly onRetry: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

const UploadRowView = ({ upload, file, isDuplicate, onRetry, onRemove }: UploadRowProps) => {
  const { id, name, size, sent, state } = upload;
  const thumbnail = useThumbnail(file);
  const explanation = explainUpload(upload, isDuplicate);
  const isMoving = state === 'uploading' || state === 'saving';
  const removal = state === 'waiting' || state === 'uploading' ? '올리기 취소' : '목록에서 빼기';
  return (
    <li className={styles.row}>
      <span className={styles.thumbnail}>
        {thumbnail === null ? (
          <ImageIcon size={20} aria-hidden="true" />
        ) : (
          <img src={thumbnail} alt="" draggable={false} />
        )}
      </span>
      <div className={styles.about}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>
          <span>{formatSize(size)}</span>
          <Badge tone={tones[state] ?? 'plain'}>{describeState(upload)}</Badge>
        </p>
        {explanation !== '' && <p className={styles.explanation}>{explanation}</p>}
        {isMoving && (
          <progress
            className={styles.progress}
            aria-label={`${name} 올리기`}
            max={size}
            value={state === 'saving' ? undefined : sent}
          />
        )}
      </div>
      <div className={styles.actions}>
        {state === 'failed' && (
          <button
            type="button"
            className={styles.act}
            aria-label={`다시 시도: ${name}`}
            onClick={() => onRetry(id)}
          >
            <RotateCcw size={18} aria-hidden="true" />
            <span className={styles.word}>다시 시도</span>
          </button>
        )}
        {state !== 'saving' && (
          <button
            type="button"
            className={styles.act}
            aria-label={`${removal}: ${name}`}
            title={removal}
            onClick={() => onRemove(id)}
          >
            <X size={20} aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
};

/** One of many, of which only a few change at a time. */
export const UploadRow = memo(UploadRowView);
