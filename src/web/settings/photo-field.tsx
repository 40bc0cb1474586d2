import { useState } from 'react';
import { useController } from 'react-hook-form';
import { PhotoChoice } from '#web/photos/photo-choice.tsx';
import { Button } from '#web/ui/button.tsx';

interface PhotoFieldProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly path: string;
}

/** Chooses one of the site's photos by id, or none. */
export const PhotoField = ({ label, hint, path }: PhotoFieldProps) => {
  const { field } = useController({ name: path });
  const [isOpen, setIsOpen] = useState(false);
  const value = field.value as number | null;
  return (
    <div className="stack-3">
      <p className="strong">{label}</p>
      {hint !== undefined && <p className="note">{hint}</p>}
      <div className="row-3 wrap middle">
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
      {isOpen && <PhotoChoice label={label} value={value} onChange={({ id }) => field.onChange(id)} />}
    </div>
  );
};
