import { useRef, useState } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { isHomeCategory, type PhotoCategory } from '#core/files/contract/photos.ts';
import { isUndescribed } from '#core/files/web/is-undescribed.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { fieldLimits } from '#platform/contract/fields.ts';
import { ApiError, firstMessageOf } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { FormDialog } from '#platform/web/client/forms/form-dialog.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextArea } from '#platform/web/ui/form/text-area.tsx';
import { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { FocusPicker } from './focus-picker.tsx';
import styles from './edit-photo-dialog.module.css';

const FAILED = '변경한 내용을 저장하지 못했습니다.';
const TRY_AGAIN = '다시 시도해 주세요.';

const hintOf = (category: PhotoCategory): string =>
  isHomeCategory(category) ? '옮기면 홈에 표시됩니다.' : '옮긴 카테고리의 맨 앞에 표시됩니다.';

const positionOptions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    value: String(index),
    label: index === 0 ? '첫 번째(맨 앞)' : `${index + 1}번째`,
  }));

export interface EditedPhoto {
  readonly photo: AdminPhoto;
  /** Zero-based position in the category. */
  readonly position: number;
}

export interface SavedPhoto {
  readonly photo: AdminPhoto;
  /** The newly chosen zero-based position; null when it was not changed. */
  readonly position: number | null;
}

interface EditPhotoDialogProps extends EditedPhoto {
  readonly count: number;
  readonly isOrderLocked: boolean;
  readonly onSaved: (saved: SavedPhoto) => void;
  /** Called when saving fails after the dialog was closed. */
  readonly onLateFailure: (message: string) => void;
  readonly onClose: () => void;
}

/** Edits the description, category and position of a photo and, unless it is damaged, its focal point. */
export const EditPhotoDialog = ({
  photo,
  position,
  count,
  isOrderLocked,
  onSaved,
  onLateFailure,
  onClose,
}: EditPhotoDialogProps) => {
  const { all, labelOf } = usePhotoCategories();
  const isBlank = isUndescribed(photo, labelOf(photo.category));
  const [alt, setAlt] = useState(isBlank ? '' : photo.alt);
  const [category, setCategory] = useState<PhotoCategory>(photo.category);
  const [focus, setFocus] = useState(photo.focus);
  const [chosen, setChosen] = useState(position);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const isMoving = category !== photo.category;
  const frame = useRef<HTMLDivElement>(null);

  const save = async (): Promise<void> => {
    if (isSaving) return;
    setIsSaving(true);
    setFailure(null);
    try {
      // The server replaces an empty description by the default text of `category`.
      const body = { category, alt, focus };
      const isSame =
        !isMoving && focus === photo.focus && (alt === photo.alt || (isBlank && alt.trim() === ''));
      const saved = isSame
        ? photo
        : await browserApi.call(adminPhotoEndpoints.updatePhoto, { params: { id: photo.id }, body });
      onSaved({ photo: saved, position: chosen === position ? null : chosen });
    } catch (error) {
      const apiError = error instanceof ApiError ? error : new ApiError(0, {});
      if (frame.current === null) onLateFailure(`${FAILED} ${firstMessageOf(apiError, TRY_AGAIN)}`);
      setFailure(apiError);
      setIsSaving(false);
    }
  };

  const altError = failure?.fields['alt'];
  return (
    <FormDialog
      title="사진 수정"
      submitLabel="저장"
      isRunning={isSaving}
      failure={
        failure !== null && altError === undefined
          ? firstMessageOf(failure, `${FAILED} ${TRY_AGAIN}`)
          : undefined
      }
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div ref={frame} className={photo.isDamaged ? styles.damaged : undefined}>
        {photo.isDamaged ? (
          <PhotoPicture photo={photo} sizes="30rem" isPreviewOnly fillsParent fit="contain" isDecorative />
        ) : (
          <FocusPicker photo={photo} value={focus} onChange={setFocus} />
        )}
      </div>
      <div className={styles.words}>
        <TextArea
          label="사진 설명"
          hint="사진을 볼 수 없는 분과 검색 엔진을 위해, 사진에 무엇이 담겼는지 입력해 주세요."
          placeholder="예: 안개 낀 호숫가의 새벽"
          autoComplete="off"
          maxLength={fieldLimits.alt}
          error={altError}
          value={alt}
          onChange={({ target }) => setAlt(target.value.replaceAll(/\s*\n\s*/g, ' '))}
        />
      </div>
      <Select
        label="카테고리"
        hint={isMoving ? hintOf(category) : undefined}
        options={all}
        value={category}
        onChange={setCategory}
      />
      {!isMoving && count > 1 && (
        <Select
          label="순서"
          hint={isOrderLocked ? '사진을 업로드하는 동안에는 변경할 수 없습니다.' : undefined}
          disabled={isOrderLocked}
          options={positionOptions(count)}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
    </FormDialog>
  );
};
