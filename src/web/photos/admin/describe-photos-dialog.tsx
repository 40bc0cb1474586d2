import { useState } from 'react';
import { fieldLimits } from '#contract/fields.ts';
import { isUndescribed } from '#web/photos/photo-category-labels.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './describe-photos-dialog.module.css';
import type { PhotosDialogProps } from './photo-changes.ts';
import { SaveActions } from './save-actions.tsx';

/** Describes several photos, each in a field beside its picture. */
export const DescribePhotosDialog = ({ photos, isSaving, onSave, onClose }: PhotosDialogProps) => {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(
    () => new Map(photos.map((photo) => [photo.id, isUndescribed(photo) ? '' : photo.alt])),
  );
  const [failure, setFailure] = useState('');

  const save = async (): Promise<void> => {
    const changes = [...texts].map(([id, alt]) => ({ id, alt }));
    setFailure(await onSave(changes, `사진 ${texts.size}장의 설명을 저장했습니다.`));
  };

  return (
    <Dialog
      title={`사진 ${photos.length}장의 설명`}
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => void save()}
      actions={<SaveActions label="저장" isSaving={isSaving} onCancel={onClose} />}
    >
      {failure !== '' && <Notice tone="error">{failure}</Notice>}
      <ol className="stack-4">
        {photos.map((photo, index) => (
          <li key={photo.id} className={styles.row}>
            <div className={styles.frame}>
              <PhotoPicture
                photo={photo}
                sizes="96px"
                isPreviewOnly={photo.isDamaged}
                fillsParent
                fit="contain"
                isDecorative
              />
            </div>
            <TextArea
              label={`${index + 1}번째 사진 설명`}
              placeholder="예: 안개 낀 호숫가의 새벽"
              autoComplete="off"
              maxLength={fieldLimits.alt}
              value={texts.get(photo.id) ?? ''}
              rows={2}
              onChange={({ target }) => {
                const alt = target.value.replaceAll(/\s*\n\s*/g, ' ');
                setTexts(new Map(texts).set(photo.id, alt));
              }}
            />
          </li>
        ))}
      </ol>
    </Dialog>
  );
};
