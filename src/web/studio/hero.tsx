import { Link } from 'react-router';
import type { Photo } from '#contract/photos.ts';
import { paths } from '#web/paths.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './hero.module.css';

export const Hero = ({ photo }: { photo: Photo | undefined }) => (
  <section className={styles.hero} data-empty={photo === undefined || undefined} aria-labelledby="hero-line">
    {photo === undefined ? (
      <p className={styles.none}>대표 이미지가 없습니다.</p>
    ) : (
      <PhotoPicture photo={photo} sizes="100vw" isFirst fills />
    )}
    <div className={styles.scrim}>
      <div className={styles.words}>
        <h1 id="hero-line" className={styles.line}>
          오래 두고
          <br />
          다시 보는 사진
        </h1>
        <Link to={paths.reserveType()} className={buttonClass({ size: 'large' })}>
          예약하기
        </Link>
      </div>
    </div>
  </section>
);
