import { useState } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { isUndescribed } from '#core/files/web/is-undescribed.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import type { BodyOf } from '#platform/contract/endpoint.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { FormDialog, type FormDialogProps } from '#platform/web/client/forms/form-dialog.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import type { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import styles from './change-photos-dialogs.module.css';

export type PhotoChanges = BodyOf<typeof adminPhotoEndpoints.updatePhotos>['photos'];

interface PhotosDialogProps extends Pick<FormDialogProps, 'isRunning' | 'failure' | 'onClose'> {
  readonly photos: readonly AdminPhoto[];
  /** Saves, and after a success closes the dialog and shows `text`. */
  readonly onSave: (changes: PhotoChanges, text: string) => Promise<void>;
}

export const MovePhotosDialog = ({ photos, onSave, ...dialog }: PhotosDialogProps) => {
  const { all, labelOf } = usePhotoCategories();
  const others = all.filter(({ value }) => photos.some((photo) => photo.category !== value));
  const [chosen, setChosen] = useState<PhotoCategory | null>(null);
  const category = chosen ?? others[0]?.value ?? '';
  const save = (): void => {
    const changes = photos.map(({ id }) => ({ id, category }));
    void onSave(changes, `사진 ${photos.length}장을 ‘${labelOf(category)}’ 맨 앞으로 옮겼습니다.`);
  };
  return (
    <FormDialog {...dialog} title={`사진 ${photos.length}장 옮기기`} submitLabel="옮기기" onSubmit={save}>
      <Select
        label="옮길 카테고리"
        hint="지금 순서대로 맨 앞에 표시됩니다."
        options={others}
        value={category}
        onChange={setChosen}
      />
    </FormDialog>
  );
};

/** Describes the photos, each in a field beside its picture. */
export const DescribePhotosDialog = ({ photos, onSave, ...dialog }: PhotosDialogProps) => {
  const { labelOf } = usePhotoCategories();
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(
    () =>
      new Map(
        photos.map((photo) => [photo.id, isUndescribed(photo, labelOf(photo.category)) ? '' : photo.alt]),
      ),
  );
  const save = (): void => {
    const changes = [...texts].map(([id, alt]) => ({ id, alt }));
    void onSave(changes, `사진 ${texts.size}장의 설명을 저장했습니다.`);
  };
  return (
    <FormDialog {...dialog} title={`사진 ${photos.length}장의 설명`} submitLabel="저장" onSubmit={save}>
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
    </FormDialog>
  );
};
