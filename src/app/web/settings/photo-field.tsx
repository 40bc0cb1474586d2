import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { adminPhotoEndpoints } from '#features/gallery/contract/admin-photos.ts';
import { PhotoChoice } from '#features/gallery/web/photo-choice.tsx';
import { ApiError } from '#platform/web/client/api/api.ts';
import { useApiQuery } from '#platform/web/client/api/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Dialog } from '#platform/web/ui/dialog/dialog.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './photo-field.module.css';

/** Chooses one of the site's photos by id, or none, and shows it. */
export const PhotoField = ({ field: { label }, path }: FieldProps) => {
  const { field } = useController({ name: path });
  const [isOpen, setIsOpen] = useState(false);
  const value = field.value as number | null;
  const input = { params: { id: value ?? 0 } };
  const { data: photo, error } = useApiQuery(adminPhotoEndpoints.adminPhoto, input, {
    enabled: value !== null,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="stack-3">
      <p className="strong">{label}</p>
      <div className="row-3 wrap middle">
        {value !== null && (
          <span className={styles.thumbnail}>
            {photo !== undefined && <PhotoPicture key={value} photo={photo} sizes="96px" fillsParent />}
            {isGone && <ImageOff size={24} aria-hidden="true" />}
          </span>
        )}
        <div className={cx('stack-2', styles.choice)}>
          {value === null && <p>선택하지 않았습니다.</p>}
          {isGone && <p className="error">선택한 사진이 삭제되었습니다.</p>}
          {(photo?.isHidden === true || photo?.isDamaged === true) && (
            <p className="error">방문자에게 보이지 않는 사진입니다.</p>
          )}
          <div className="row-2 wrap">
            <Button variant="secondary" onClick={() => setIsOpen(true)}>
              사진 선택
            </Button>
            {value !== null && (
              <Button variant="quiet" onClick={() => field.onChange(null)}>
                선택 취소
              </Button>
            )}
          </div>
        </div>
      </div>
      {isOpen && (
        <Dialog title={`${label} 선택`} closeLabel="닫기" isWide onClose={() => setIsOpen(false)}>
          <PhotoChoice
            label={label}
            value={value}
            category={photo?.category ?? null}
            canUpload
            onChange={({ id }) => {
              field.onChange(id);
              setIsOpen(false);
            }}
          />
        </Dialog>
      )}
    </div>
  );
};
