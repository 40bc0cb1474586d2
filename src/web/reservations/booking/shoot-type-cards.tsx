import type { Ref } from 'react';
import { shootTypeLabels, shootTypes } from '#contract/shoot-types.ts';
import type { ShootType } from '#contract/shoot-types.ts';
import type { CategoryContent } from '#contract/studio.ts';
import { PhotoPicture } from '#web/photos/photo-picture.tsx';
import type { HomePhotoViews } from '#web/studio/home-photo-views.ts';
import styles from './shoot-type-cards.module.css';

interface ShootTypeCardsProps {
  readonly value: ShootType | null;
  readonly onChange: (type: ShootType) => void;
  /** Undefined while loading. */
  readonly photos: HomePhotoViews | undefined;
  /** Undefined while loading. */
  readonly categories: CategoryContent | undefined;
  readonly error: string | undefined;
  readonly firstRef: Ref<HTMLInputElement>;
}

/** The four categories as a group of radio buttons; each card is the label of its button. */
export const ShootTypeCards = ({
  value,
  onChange,
  photos,
  categories,
  error,
  firstRef,
}: ShootTypeCardsProps) => (
  <fieldset aria-describedby={error === undefined ? undefined : 'type-error'}>
    <legend className="visually-hidden">카테고리</legend>
    <div className={styles.cards}>
      {shootTypes.map((type, index) => {
        const photo = photos?.[`${type}_MAIN`];
        return (
          <label key={type} className={styles.card}>
            <input
              ref={index === 0 ? firstRef : undefined}
              type="radio"
              name="category"
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
              className={styles.radio}
              aria-labelledby={`type-${type}`}
              aria-describedby={`about-${type}`}
            />
            <span className={styles.frame}>
              {photo !== undefined && (
                <PhotoPicture
                  photo={photo}
                  sizes="(min-width: 48rem) 320px, 112px"
                  fillsParent
                  isDecorative
                />
              )}
            </span>
            <span className={styles.words}>
              <span id={`type-${type}`} className={styles.name}>
                {shootTypeLabels[type]}
              </span>
              <span id={`about-${type}`} className={styles.about}>
                {categories?.[type].summary}
              </span>
            </span>
          </label>
        );
      })}
    </div>
    {error !== undefined && (
      <p id="type-error" className={styles.error} role="alert">
        {error}
      </p>
    )}
  </fieldset>
);
