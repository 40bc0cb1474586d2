import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { formatPixels, formatUploadSize, uploadTypes } from '#contract/admin-photos.ts';
import { pictureUploadLimits } from '#contract/members/private-files.ts';
import { MAX_PICTURES } from '#contract/reservations.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './pictures.module.css';
import { PrivatePicture } from './private-picture.tsx';
import { usePictures } from './use-pictures.ts';

const LIMITS = `${formatUploadSize(pictureUploadLimits)}와 ${formatPixels(pictureUploadLimits.pixels)}`;

interface ReferencePicturesProps {
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Pictures that show what the client has in mind; only the client and the studio see them. */
export const ReferencePictures = ({ ids, onChange }: ReferencePicturesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const { add, remove, waiting, failure, hasRoom } = usePictures(ids, onChange);
  return (
    <fieldset className="stack-2 fit">
      <legend className={styles.legend}>
        참고 사진 <span className={styles.note}>선택</span>
      </legend>
      <div className="row-2 wrap">
        {ids.map((id, index) => (
          <span key={id} className={styles.tile}>
            <PrivatePicture id={id} alt={`참고 사진 ${index + 1}`} />
            <Button variant="icon" aria-label={`참고 사진 ${index + 1} 빼기`} onClick={() => remove(id)}>
              <X size={18} aria-hidden="true" />
            </Button>
          </span>
        ))}
        {Array.from({ length: waiting }, (_, index) => (
          <span key={index} className={styles.tile} data-waiting />
        ))}
        {hasRoom && (
          <button
            type="button"
            className={styles.add}
            aria-label="참고 사진 추가"
            aria-describedby="pictures-hint"
            onClick={() => input.current?.click()}
          >
            <ImagePlus size={24} aria-hidden="true" />
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={uploadTypes.join(',')}
        multiple
        hidden
        onChange={({ target }) => {
          void add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <p role="status" className="visually-hidden">
        {waiting > 0 && '사진을 올리고 있습니다.'}
      </p>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <p id="pictures-hint" className={styles.hint}>
        원하시는 분위기의 사진을 {MAX_PICTURES}장까지, 장당 {LIMITS}까지 올릴 수 있습니다. 스튜디오만 볼 수
        있습니다.
      </p>
    </fieldset>
  );
};
