import { useState } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { cx } from '#platform/web/ui/cx.ts';
import { Select } from '#platform/web/ui/form/select.tsx';
import { UploadPanel } from './upload/upload-panel.tsx';
import { useUploads } from './upload/use-uploads.ts';
import { useAdminPhotos } from './use-admin-photos.ts';
import styles from './photo-choice.module.css';

interface PhotoChoiceProps {
  readonly label: string;
  /** Id of the chosen photo. */
  readonly value: number | null;
  /** The category that is shown first; by default the first one. */
  readonly category?: PhotoCategory | null;
  readonly onChange: (photo: AdminPhoto) => void;
  /** Also uploads photos to the category that is shown. */
  readonly canUpload?: boolean;
}

type UploadProps = Pick<PhotoChoiceProps, 'onChange'> & { readonly category: PhotoCategory };

/** Chooses an uploaded photo. */
const Upload = ({ category, onChange }: UploadProps) => (
  <UploadPanel category={category} {...useUploads(category, onChange)} />
);

/** Offers all photos of the site, one category at a time. */
export const PhotoChoice = ({
  label,
  value,
  category: first = null,
  onChange,
  canUpload = false,
}: PhotoChoiceProps) => {
  const { all } = usePhotoCategories();
  const [chosen, setChosen] = useState(first);
  const category = chosen ?? all[0]?.value;
  const { photos } = useAdminPhotos(category);
  return (
    <div className="stack-3 start">
      <Select label="사진 카테고리" value={category ?? ''} onChange={setChosen} options={all} />
      {photos?.length === 0 && <p className="note">이미지가 없습니다.</p>}
      <ul className={cx('stack-2', styles.photos)} aria-label={label}>
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
      {canUpload && category !== undefined && <Upload category={category} onChange={onChange} />}
    </div>
  );
};
