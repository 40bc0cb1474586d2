import { useState } from 'react';
import { useController } from 'react-hook-form';
import { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { photoCategories } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { useApiQuery } from '#web/api/queries.ts';
import { photoCategoryLabels } from '#web/photos/photo-category-labels.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import styles from './photo-field.module.css';

interface PhotoFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly path: string;
}

interface PhotoChoiceProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (id: number) => void;
}

const PhotoChoice = ({ label, value, onChange }: PhotoChoiceProps) => {
  const [category, setCategory] = useState<PhotoCategory>('REPRESENTATIVE');
  const { data: photos } = useApiQuery(adminPhotoEndpoints.adminPhotos, { query: { category } });
  return (
    <div className={styles.choice}>
      <Select
        label="사진 카테고리"
        value={category}
        onChange={(chosen) => setCategory(photoCategories.find((one) => one === chosen) ?? category)}
        options={photoCategories.map((one) => ({ value: one, label: photoCategoryLabels[one] }))}
      />
      {photos?.length === 0 && <p className={styles.none}>이미지가 없습니다.</p>}
      <ul className={styles.photos} aria-label={label}>
        {photos?.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.photo}
              aria-pressed={photo.id === value}
              aria-label={photo.alt}
              onClick={() => onChange(photo.id)}
            >
              <PhotoPicture photo={photo} sizes="120px" fillsParent isDecorative />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** Chooses one of the site's photos by id, or none. */
export const PhotoField = ({ label, hint, path }: PhotoFieldProps) => {
  const { field } = useController({ name: path });
  const [isOpen, setIsOpen] = useState(false);
  const value = field.value as number | null;
  return (
    <div className={styles.field}>
      <p className={styles.label}>{label}</p>
      {hint !== undefined && <p className={styles.none}>{hint}</p>}
      <div className={styles.actions}>
        <span>{value === null ? '선택하지 않았습니다.' : '사진을 선택했습니다.'}</span>
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? '닫기' : '사진 고르기'}
        </Button>
        {value !== null && (
          <Button variant="quiet" onClick={() => field.onChange(null)}>
            선택 취소
          </Button>
        )}
      </div>
      {isOpen && <PhotoChoice label={label} value={value} onChange={field.onChange} />}
    </div>
  );
};
