import { useEffect, useState } from 'react';
import { privateFileEndpoints } from '#core/files/contract/private-files.ts';
import { callFile } from '#platform/web/client/api/browser-api.ts';
import styles from './pictures.module.css';

/** A private picture. It is loaded with the session's token, which an `<img>` with its address would not send. */
export const PrivatePicture = ({ id, alt }: { id: string; alt: string }) => {
  const [url, setUrl] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    let loaded: string | undefined;
    let isOver = false;
    callFile(privateFileEndpoints.readPicture, { params: { id } }).then(
      (blob) => {
        if (isOver) return;
        loaded = URL.createObjectURL(blob);
        setUrl(loaded);
      },
      () => setIsMissing(!isOver),
    );
    return () => {
      isOver = true;
      if (loaded !== undefined) URL.revokeObjectURL(loaded);
    };
  }, [id]);
  if (isMissing) return <span className={styles.missing}>사진을 불러오지 못했습니다.</span>;
  return url !== null && <img src={url} alt={alt} className={styles.image} />;
};

/** The reference pictures of a reservation. Nothing without any. */
export const PictureList = ({ ids }: { ids: readonly string[] }) =>
  ids.length > 0 && (
    <div className="row-2 wrap" role="group" aria-label="참고 사진">
      {ids.map((id, index) => (
        <span key={id} className={styles.tile}>
          <PrivatePicture id={id} alt={`참고 사진 ${index + 1}`} />
        </span>
      ))}
    </div>
  );
