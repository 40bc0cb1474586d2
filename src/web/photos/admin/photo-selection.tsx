import { useState } from 'react';
import { adminPhotoEndpoints, type AdminPhoto } from '#contract/admin-photos.ts';
import { useAction } from '#web/shell/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { DescribePhotosDialog } from './describe-photos-dialog.tsx';
import { MovePhotosDialog } from './move-photos-dialog.tsx';
import type { PhotoChanges } from './photo-changes.ts';
import gridStyles from './photo-grid.module.css';
import styles from './photo-selection.module.css';
import tileStyles from './photo-tile.module.css';
import { TileCaption, TilePicture } from './photo-tile-parts.tsx';
import type { Status } from './use-status.ts';

interface PhotoSelectionProps {
  readonly photos: readonly AdminPhoto[];
  readonly homePhotoId: number | undefined;
  readonly status: Status;
  readonly onDelete: (photos: readonly AdminPhoto[]) => void;
  readonly onClose: () => void;
}

/** The photos with checkboxes, and what can be done with several at once. */
export const PhotoSelection = ({ photos, homePhotoId, status, onDelete, onClose }: PhotoSelectionProps) => {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<'move' | 'describe' | null>(null);
  const { send, isRunning: isSaving } = useAction();
  // Photos that another admin deleted meanwhile are no longer chosen.
  const chosen = photos.filter(({ id }) => chosenIds.has(id));
  const areAllHidden = chosen.every(({ isHidden }) => isHidden);

  const toggle = (id: number, isChosen: boolean): void =>
    setChosenIds((ids) => new Set(isChosen ? [...ids, id] : [...ids].filter((other) => other !== id)));

  /** Resolves to the error message; empty on success. */
  const save = async (changes: PhotoChanges, text: string): Promise<string> => {
    if (isSaving) return '';
    status.clear();
    const outcome = await send(adminPhotoEndpoints.updatePhotos, { body: { photos: changes } });
    if (outcome !== null) return outcome.text;
    status.setStatusText(text);
    setDialog(null);
    return '';
  };

  const setHidden = async (isHidden: boolean): Promise<void> => {
    const text = `사진 ${chosen.length}장을 ${isHidden ? '숨겼습니다.' : '다시 표시합니다.'}`;
    const failure = await save(
      chosen.map(({ id }) => ({ id, isHidden })),
      text,
    );
    if (failure !== '') status.setErrorText(failure);
  };

  const isNone = chosen.length === 0;
  const isAll = chosen.length === photos.length;
  return (
    <>
      <div className={styles.bar} role="group" aria-label="고른 사진">
        <p className={styles.count} role="status">
          {chosen.length}장 선택
        </p>
        <Button
          variant="quiet"
          size="small"
          onClick={() => setChosenIds(new Set(isAll ? [] : photos.map(({ id }) => id)))}
        >
          {isAll ? '모두 해제' : '모두 선택'}
        </Button>
        <Button variant="secondary" size="small" disabled={isNone} onClick={() => setDialog('move')}>
          옮기기
        </Button>
        <Button
          variant="secondary"
          size="small"
          disabled={isNone}
          isLoading={isSaving && dialog === null}
          onClick={() => void setHidden(isNone || !areAllHidden)}
        >
          {isNone || !areAllHidden ? '숨기기' : '다시 표시'}
        </Button>
        <Button variant="secondary" size="small" disabled={isNone} onClick={() => setDialog('describe')}>
          설명 쓰기
        </Button>
        <Button variant="danger" size="small" disabled={isNone} onClick={() => onDelete(chosen)}>
          삭제
        </Button>
        <Button size="small" onClick={onClose}>
          선택 마치기
        </Button>
      </div>
      <ol className={gridStyles.grid}>
        {photos.map((photo, index) => (
          <li key={photo.id} className={tileStyles.tile} data-chosen={chosenIds.has(photo.id) || undefined}>
            <label className={styles.frame} htmlFor={`choose-${photo.id}`}>
              <TilePicture photo={photo} />
            </label>
            <TileCaption photo={photo} position={index + 1} isOnHome={photo.id === homePhotoId} />
            <Checkbox
              id={`choose-${photo.id}`}
              label={`${index + 1}번째 사진 선택`}
              checked={chosenIds.has(photo.id)}
              onChange={({ target }) => toggle(photo.id, target.checked)}
            />
          </li>
        ))}
      </ol>
      {dialog === 'move' && (
        <MovePhotosDialog photos={chosen} isSaving={isSaving} onSave={save} onClose={() => setDialog(null)} />
      )}
      {dialog === 'describe' && (
        <DescribePhotosDialog
          photos={chosen}
          isSaving={isSaving}
          onSave={save}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
};
