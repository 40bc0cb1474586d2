import { useState } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { ratioOf } from '#core/files/web/photo-ratio.ts';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { DescribePhotosDialog, MovePhotosDialog, type PhotoChanges } from './change-photos-dialogs.tsx';
import type { PhotosProps } from './photo-grid.tsx';
import { TileCaption, TilePicture } from './photo-tile-parts.tsx';
import type { Status } from './use-status.ts';
import ratioStyles from '#core/files/web/photo-ratio.module.css';
import justified from '../justified-rows.module.css';
import gridStyles from './photo-grid.module.css';
import styles from './photo-selection.module.css';
import tileStyles from './photo-tile.module.css';

interface PhotoSelectionProps extends PhotosProps {
  readonly status: Status;
  readonly onDelete: (photos: readonly AdminPhoto[]) => void;
  readonly onClose: () => void;
}

/** The photos with checkboxes, and buttons for the chosen ones. */
export const PhotoSelection = ({
  photos,
  label,
  homePhotoId,
  status,
  onDelete,
  onClose,
}: PhotoSelectionProps) => {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<'move' | 'describe' | null>(null);
  const { send, clearReport, isRunning: isSaving, report } = useAction();
  // Photos that are no longer listed are no longer chosen.
  const chosen = photos.filter(({ id }) => chosenIds.has(id));
  const hides = chosen.length === 0 || chosen.some(({ isHidden }) => !isHidden);

  const toggle = (id: number, isChosen: boolean): void =>
    setChosenIds((ids) => new Set(isChosen ? [...ids, id] : [...ids].filter((other) => other !== id)));

  const open = (next: 'move' | 'describe'): void => {
    clearReport();
    setDialog(next);
  };
  const save = async (changes: PhotoChanges, text: string): Promise<void> => {
    if (isSaving) return;
    status.clear();
    const failure = await send(adminPhotoEndpoints.updatePhotos, { body: { photos: changes } });
    if (failure === null) {
      status.showStatus(text);
      setDialog(null);
    } else if (dialog === null) status.showError(failure.text);
  };
  const setHidden = (isHidden: boolean): Promise<void> => {
    const changes = chosen.map(({ id }) => ({ id, isHidden }));
    return save(changes, `사진 ${chosen.length}장을 ${isHidden ? '숨겼습니다.' : '다시 표시합니다.'}`);
  };

  const changed = {
    photos: chosen,
    isRunning: isSaving,
    failure: report?.text,
    onSave: save,
    onClose: () => setDialog(null),
  };
  const isNone = chosen.length === 0;
  const isAll = chosen.length === photos.length;
  return (
    <>
      <div className={cx('row-2 wrap middle', styles.bar)} role="group" aria-label="선택한 사진">
        <p className={cx('strong tabular', styles.count)} role="status">
          {chosen.length}장 선택
        </p>
        <Button
          variant="quiet"
          size="small"
          onClick={() => setChosenIds(new Set(isAll ? [] : photos.map(({ id }) => id)))}
        >
          {isAll ? '모두 해제' : '모두 선택'}
        </Button>
        <Button variant="secondary" size="small" disabled={isNone} onClick={() => open('move')}>
          옮기기
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={isNone}
          isLoading={isSaving && dialog === null}
          onClick={() => void setHidden(hides)}
        >
          {hides ? '숨기기' : '다시 표시'}
        </Button>
        <Button variant="secondary" size="small" disabled={isNone} onClick={() => open('describe')}>
          설명 쓰기
        </Button>
        <Button variant="danger" size="small" disabled={isNone} onClick={() => onDelete(chosen)}>
          삭제
        </Button>
        <Button size="small" onClick={onClose}>
          선택 마치기
        </Button>
      </div>
      <ol className={cx(justified.rows, gridStyles.grid)}>
        {photos.map((photo, index) => (
          <li
            key={photo.id}
            className={cx('stack-2', ratioStyles.ratio, tileStyles.tile)}
            data-ratio={ratioOf(photo).toFixed(2)}
            data-chosen={chosenIds.has(photo.id) || undefined}
          >
            <label className={cx(tileStyles.frame, styles.frame)} htmlFor={`choose-${photo.id}`}>
              <TilePicture photo={photo} />
            </label>
            <TileCaption
              photo={photo}
              label={label}
              position={index + 1}
              isOnHome={photo.id === homePhotoId}
            />
            <Checkbox
              id={`choose-${photo.id}`}
              label={`${index + 1}번째 사진 선택`}
              checked={chosenIds.has(photo.id)}
              onChange={({ target }) => toggle(photo.id, target.checked)}
            />
          </li>
        ))}
      </ol>
      {dialog === 'move' && <MovePhotosDialog {...changed} />}
      {dialog === 'describe' && <DescribePhotosDialog {...changed} />}
    </>
  );
};
