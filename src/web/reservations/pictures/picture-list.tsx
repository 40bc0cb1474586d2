import { PrivatePicture } from './private-picture.tsx';
import styles from './pictures.module.css';

interface PictureListProps {
  readonly ids: readonly string[];
  readonly label?: string;
}

/** The reference pictures of a booking. Nothing without any. */
export const PictureList = ({ ids, label = '참고 사진' }: PictureListProps) =>
  ids.length > 0 && (
    <div className="row-2 wrap" role="group" aria-label={label}>
      {ids.map((id, index) => (
        <span key={id} className={styles.tile}>
          <PrivatePicture id={id} alt={`${label} ${index + 1}`} />
        </span>
      ))}
    </div>
  );
