import { useState } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { photoCategories, type PhotoCategory } from '#core/files/contract/photos.ts';
import { photoCategoryLabels } from '#core/files/web/photo-category-labels.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { useAdminPhotos } from './use-admin-photos.ts';
import styles from './photo-choice.module.css';

interface PhotoChoiceProps {
  readonly label: string;
  /** Id of the chosen photo. */
  readonly value: number | null;
  /** The category that is shown first. */
  readonly category?: PhotoCategory;
  readonly onChange: (photo: AdminPhoto) => void;
}

/** Offers all photos of the site, one category at a time. */
export const PhotoChoice = ({ label, value, category: first = 'LANDSCAPE', onChange }: PhotoChoiceProps) => {
  const [category, setCategory] = useState(first);
  const { photos } = useAdminPhotos(category);
  return (
    <div className="stack-3">
      <Select
        label="사진 카테고리"
        value={category}
        onChange={(chosen) => setCategory(photoCategories.find((one) => one === chosen) ?? category)}
        options={photoCategories.map((one) => ({ value: one, label: photoCategoryLabels[one] }))}
      />
      {photos?.length === 0 && <p className="note">이미지가 없습니다.</p>}
      <ul className={styles.photos} aria-label={label}>
        {photos?.map((photo) => (
          <li key={photo.id}>
            <button
              type="button"
              className={styles.photo}
              aria-pressed={photo.id === value}
              aria-label={photo.alt}
              onClick={() => onChange(photo)}
            >
              <PhotoPicture photo={photo} sizes="120px" fillsParent isDecorative />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
