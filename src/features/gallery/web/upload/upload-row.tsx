import { ImageIcon, RotateCcw, X } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { Badge } from '#platform/web/ui/badge.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { ProgressBar } from '#platform/web/ui/progress-bar.tsx';
import { describeState, formatSize } from './upload-labels.ts';
import type { UploadStore } from './upload-queue.ts';
import type { UploadState } from './upload.ts';
import { useThumbnail } from './use-thumbnail.ts';
import styles from './upload-list.module.css';

const tones: Partial<Record<UploadState, 'done' | 'blocked' | 'waiting'>> = {
  done: 'done',
  failed: 'blocked',
  refused: 'blocked',
  duplicate: 'waiting',
};

/** The pressed button disappears with its row. Moves the focus to the next row, or the previous one. */
const focusNextRow = (row: HTMLElement | null): void => {
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  if (next instanceof HTMLElement) (next.querySelector<HTMLElement>('button:last-of-type') ?? next).focus();
};

const rowOf = ({ currentTarget }: MouseEvent): HTMLElement | null => currentTarget.closest('li');

interface UploadRowProps {
  readonly store: UploadStore;
  readonly onRetry: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

const UploadRowView = ({ store, onRetry, onRemove }: UploadRowProps) => {
  const upload = useStore(store);
  const { id, file, name, size, category, state, sent, message } = upload;
  const isInvalid = state === 'refused' && category === null;
  const thumbnail = useThumbnail(isInvalid ? undefined : file);
  const isMoving = state === 'uploading' || state === 'saving';
  const removal = state === 'waiting' || state === 'uploading' ? '업로드 취소' : '목록에서 제거';
  return (
    <li className={cx('stack-3', styles.row)} data-state={state} tabIndex={-1}>
      <span className={styles.thumbnail}>
        {thumbnail === null ? (
          <ImageIcon size={20} aria-hidden="true" />
        ) : (
          <img src={thumbnail} alt="" draggable={false} />
        )}
      </span>
      <div className="stack-1">
        <p className={cx('small nowrap', styles.name)}>{name}</p>
        <p className={cx('note tabular row-3 wrap middle', styles.facts)}>
          <span>{formatSize(size)}</span>
          <Badge tone={tones[state] ?? 'plain'}>{describeState(upload)}</Badge>
        </p>
        {message && <p className="small">{message}</p>}
        {isMoving && (
          <ProgressBar
            aria-label={`${name} 업로드`}
            max={size}
            value={state === 'saving' ? undefined : sent}
          />
        )}
      </div>
      <div className={styles.actions}>
        {state === 'failed' && (
          <button
            type="button"
            className={cx('row-1 middle small strong', styles.act)}
            aria-label={`다시 시도: ${name}`}
            onClick={(event) => {
              // The pressed button disappears.
              rowOf(event)?.focus();
              onRetry(id);
            }}
          >
            <RotateCcw size={18} aria-hidden="true" />
            <span className={styles.word}>다시 시도</span>
          </button>
        )}
        {state !== 'saving' && (
          <button
            type="button"
            className={cx('row-1 middle small strong', styles.act)}
            aria-label={`${removal}: ${name}`}
            title={removal}
            onClick={(event) => {
              focusNextRow(rowOf(event));
              onRemove(id);
            }}
          >
            <X size={20} aria-hidden="true" />
          </button>
        )}
      </div>
    </li>
  );
};

/** Memoized, so that a change of the list does not render all of its rows again. */
export const UploadRow = memo(UploadRowView);
