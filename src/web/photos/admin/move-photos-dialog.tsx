import { useState } from 'react';
import { photoCategories, type PhotoCategory } from '#contract/photos.ts';
import { photoCategoryLabels } from '#web/photos/photo-category-labels.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { PhotosDialogProps } from './photo-changes.ts';
import { SaveActions } from './save-actions.tsx';

/** Moves several photos to another category. */
export const MovePhotosDialog = ({ photos, isSaving, onSave, onClose }: PhotosDialogProps) => {
  const others = photoCategories.filter((category) => photos.some((photo) => photo.category !== category));
  const [category, setCategory] = useState<PhotoCategory>(others[0] ?? 'LANDSCAPE');
  const [failure, setFailure] = useState('');
  const label = photoCategoryLabels[category];

  const save = async (): Promise<void> => {
    const changes = photos.map(({ id }) => ({ id, category }));
    setFailure(await onSave(changes, `사진 ${photos.length}장을 ‘${label}’ 맨 앞으로 옮겼습니다.`));
  };

  return (
    <Dialog
      title={`사진 ${photos.length}장 옮기기`}
      closeLabel="닫기"
      onClose={onClose}
      onSubmit={() => void save()}
      actions={<SaveActions label="옮기기" isSaving={isSaving} onCancel={onClose} />}
    >
      {failure !== '' && <Notice tone="error">{failure}</Notice>}
      <Select
        label="옮길 카테고리"
        hint="지금 순서대로 맨 앞에 표시됩니다."
        options={others.map((value) => ({ value, label: photoCategoryLabels[value] }))}
        value={category}
        onChange={(value) => setCategory(others.find((one) => one === value) ?? category)}
      />
    </Dialog>
  );
};
