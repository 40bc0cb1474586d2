import { ImagePlus } from 'lucide-react';
import { useCallback, useRef, useState, useTransition } from 'react';
import { formatUploadSize, photoMessages, photoUploadLimits } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { formatNames } from './upload-labels.ts';
import { UploadRow } from './upload-row.tsx';
import { UploadTotal } from './upload-total.tsx';
import { isRunning } from './upload-totals.ts';
import { acceptedFiles, isDoubtful } from './upload.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useUploadQueue, type useUploads } from './use-uploads.ts';
import list from './upload-list.module.css';
import styles from './upload-panel.module.css';

const findFailedRow = (root: Element | null): HTMLElement | null =>
  root?.querySelector<HTMLElement>('[data-state="failed"]') ?? null;

/** A `ref` for the upload list while no upload is running: scrolls to the first failed one. */
const scrollToFailed = (list: HTMLUListElement | null): void => {
  const row = findFailedRow(list);
  if (list && row) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top;
};

interface UploadPanelProps extends ReturnType<typeof useUploads> {
  readonly category: PhotoCategory;
}

export const UploadPanel = ({
  category,
  uploads,
  start,
  interrupted,
  dismissInterrupted,
}: UploadPanelProps) => {
  const listed = useUploadQueue(uploads, (queue) => queue.list);
  const ready = useUploadQueue(uploads, ({ totals }) => totals.counts.chosen ?? 0);
  const isMoving = useUploadQueue(uploads, ({ totals }) => isRunning(totals));
  const doubtful = useUploadQueue(uploads, ({ totals }) => totals.counts.doubtful ?? 0);
  const picker = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [isHidden, setIsHidden] = useState(false);
  const [isInspecting, startInspecting] = useTransition();
  const label = usePhotoCategories().labelOf(category);

  const add = (files: readonly File[]): void => {
    setIsMissing(false);
    uploads.add(files);
  };
  const isOver = useFileDrop(add);

  const press = (): void => {
    setIsMissing(ready === 0 && !isMoving);
    const lastId = uploads.uploads().at(-1)?.id ?? 0;
    // What is found after the press is shown first. The next press goes on, and starts what was chosen meanwhile, too.
    startInspecting(async () => {
      await uploads.whenInspected();
      if ((uploads.state.getState().totals.counts.doubtful ?? 0) === doubtful) start(isHidden, lastId);
    });
  };

  // Moves the focus when no row is left, because the pressed button disappears with its row.
  const remove = useCallback(
    (id: number): void => {
      uploads.remove(id);
      if (uploads.uploads().length === 0) choose.current?.focus();
    },
    [uploads],
  );
  const focusAnd = (change: () => void) => (): void => {
    choose.current?.focus();
    change();
  };
  const retryAll = (): void => {
    findFailedRow(choose.current?.closest('section') ?? null)?.focus();
    uploads.retry();
  };

  return (
    <section className="stack-4" aria-labelledby="upload-title">
      <div className={cx('row-3 wrap middle between', styles.drop)} data-over={isOver || undefined}>
        <div className="stack-1">
          <h2 id="upload-title" className="medium">
            {label} 사진 업로드
          </h2>
          <p className="note">
            <span className={styles.byMouse}>사진을 이 화면에 끌어다 놓거나 붙여 넣을 수도 있습니다. </span>
            JPEG, PNG, WebP, AVIF · 장당 최대 {formatUploadSize(photoUploadLimits)}
          </p>
        </div>
        <div className={cx('row-2 wrap', styles.actions)}>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept={acceptedFiles}
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              // Clears the input so that choosing the same file again fires a change event.
              target.value = '';
            }}
          />
          <Button ref={choose} variant="secondary" onClick={() => picker.current?.click()}>
            <ImagePlus size={20} aria-hidden="true" />
            파일 선택
          </Button>
          <Button
            onClick={press}
            isLoading={isInspecting}
            aria-describedby={isMissing ? 'upload-missing' : undefined}
          >
            {ready > 0 ? `${ready}장 업로드` : '업로드'}
          </Button>
        </div>
        <Checkbox
          label="숨긴 채 업로드하고, 나중에 ‘여러 장 선택’에서 표시"
          checked={isHidden}
          onChange={({ target }) => setIsHidden(target.checked)}
        />
        <p className="note full" role="status">
          {isInspecting && '사진을 확인하고 있습니다.'}
        </p>
        {isMissing && (
          <p id="upload-missing" className="small error full" role="alert">
            {photoMessages.file}
          </p>
        )}
      </div>
      {interrupted !== '' && (
        <Notice
          action={
            <Button variant="quiet" onClick={dismissInterrupted}>
              닫기
            </Button>
          }
        >
          {interrupted}
        </Notice>
      )}
      {doubtful > 0 && (
        <Notice
          tone="warning"
          action={
            <Button variant="quiet" onClick={focusAnd(uploads.removeDoubtful)}>
              {doubtful}장 빼기
            </Button>
          }
        >
          이미 등록되었거나 작은 사진이 {doubtful}장 있습니다:{' '}
          {formatNames(uploads.uploads().flatMap((upload) => (isDoubtful(upload) ? upload.name : [])))}.
          그대로 업로드해도 됩니다.
        </Notice>
      )}
      <UploadTotal uploads={uploads} onRetryAll={retryAll} onClear={focusAnd(uploads.clear)} />
      {listed.length > 0 && (
        <ul
          ref={isMoving ? undefined : scrollToFailed}
          className={cx('ruled', list.list)}
          aria-label="업로드할 사진"
        >
          {listed.map((store) => (
            <UploadRow key={store.getState().id} store={store} onRetry={uploads.retry} onRemove={remove} />
          ))}
        </ul>
      )}
      {isOver && (
        <div className={styles.cover} aria-hidden="true">
          <span className={cx('large strong', styles.target)}>여기에 놓으세요</span>
        </div>
      )}
    </section>
  );
};
