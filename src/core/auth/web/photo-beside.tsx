import { Suspense, lazy, useState, type ReactNode } from 'react';
import styles from './photo-beside.module.css';

const CoverPhoto = lazy(async () => ({ default: (await import('./cover-photo.tsx')).CoverPhoto }));

/** A form with the home page's photo on the other half of a wide window. Narrow windows load neither the photo nor its code. */
export const PhotoBeside = ({ children }: { children: ReactNode }) => {
  const [isWide] = useState(() => matchMedia('(min-width: 64rem)').matches);
  if (!isWide) return children;
  return (
    <div className={styles.halves}>
      <div className={styles.photo}>
        <Suspense>
          <CoverPhoto />
        </Suspense>
      </div>
      {children}
    </div>
  );
};
