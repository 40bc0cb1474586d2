import { ImagePlus, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatPixels, formatUploadSize, uploadTypes } from '#core/files/contract/photo-uploads.ts';
import { pictureUploadLimits, privateFileEndpoints } from '#core/files/contract/private-files.ts';
import { checkFile } from '#core/files/web/check-file.ts';
import { uploadFile } from '#core/files/web/upload-file.ts';
import { ApiError, firstMessageOf } from '#platform/web/client/api/api.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { logError } from '#platform/web/client/log-error.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { MAX_PICTURES } from '../../contract/reservations.ts';
import { PrivatePicture } from './private-picture.tsx';
import styles from './pictures.module.css';

const { copyPhoto, createPictureUpload, deletePicture, savePicture } = privateFileEndpoints;
const TOO_MANY = `참고 사진은 ${MAX_PICTURES}장까지 업로드할 수 있습니다.`;

const upload = async (file: File): Promise<string> => {
  const { type, message } = checkFile(file, pictureUploadLimits);
  if (type === null || message !== '') throw new ApiError(400, { message });
  const body = { fileName: file.name, contentType: type, contentLength: file.size };
  const target = await browserApi.call(createPictureUpload, { body });
  await uploadFile(file, target, () => undefined, new AbortController().signal);
  const { id } = await browserApi.call(savePicture, { body: { savedFileName: target.savedFileName } });
  return id;
};

/** Adds and removes the pictures of a reservation that is being filled in. `onChange` gets their ids. */
const usePictures = (ids: readonly string[], onChange: (ids: readonly string[]) => void) => {
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);

  /** Runs the functions in `saves` one after another, as far as there is room. Each resolves to the id of a picture. */
  const addAll = async (saves: readonly (() => Promise<string>)[]): Promise<void> => {
    setFailure(saves.length > MAX_PICTURES - ids.length ? TOO_MANY : null);
    const chosen = saves.slice(0, MAX_PICTURES - ids.length);
    setWaiting(chosen.length);
    let added = ids;
    for (const save of chosen) {
      try {
        added = [...added, await save()];
        onChange(added);
      } catch (error) {
        setFailure(firstMessageOf(error, savePicture.failed));
      }
      setWaiting((count) => count - 1);
    }
  };
  const add = (files: readonly File[]): Promise<void> => addAll(files.map((file) => () => upload(file)));
  const copy = (photoId: number): Promise<void> =>
    addAll([async () => (await browserApi.call(copyPhoto, { body: { photoId } })).id]);

  const remove = (id: string): void => {
    onChange(ids.filter((other) => other !== id));
    // The server deletes unused pictures in any case.
    browserApi
      .call(deletePicture, { params: { id } })
      .catch((error: unknown) => logError('reference picture', error));
  };

  return { add, copy, remove, waiting, failure, hasRoom: ids.length + waiting < MAX_PICTURES };
};

const LIMITS = `${formatUploadSize(pictureUploadLimits)}와 ${formatPixels(pictureUploadLimits.pixels)}`;

interface ReferencePicturesProps {
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** The id of a gallery photo to add; null when there is none. */
  readonly likedPhoto: number | null;
  /** Called before that photo is copied, so that it is copied once. */
  readonly onCopy: () => void;
}

/** Pictures that show what the client has in mind; only the client and the studio see them. */
export const ReferencePictures = ({ ids, onChange, likedPhoto, onCopy }: ReferencePicturesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const { add, copy, remove, waiting, failure, hasRoom } = usePictures(ids, onChange);
  const copyLiked = useEffectEvent((photoId: number) => {
    onCopy();
    void copy(photoId);
  });
  useEffect(() => {
    if (likedPhoto !== null) copyLiked(likedPhoto);
  }, [likedPhoto]);
  return (
    <fieldset className="stack-2 fit">
      <legend className={styles.legend}>
        참고 사진 <span className={cx('note', styles.optional)}>선택</span>
      </legend>
      <div className="row-2 wrap">
        {ids.map((id, index) => (
          <span key={id} className={styles.tile}>
            <PrivatePicture id={id} alt={`참고 사진 ${index + 1}`} />
            <Button variant="icon" aria-label={`참고 사진 ${index + 1} 삭제`} onClick={() => remove(id)}>
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
        {waiting > 0 && '사진을 업로드하고 있습니다.'}
      </p>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      <p id="pictures-hint" className="note">
        원하시는 분위기의 사진을 {MAX_PICTURES}장까지, 장당 {LIMITS}까지 업로드할 수 있습니다. 스튜디오만 볼
        수 있습니다.
      </p>
    </fieldset>
  );
};
