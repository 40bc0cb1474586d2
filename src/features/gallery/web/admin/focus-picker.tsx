import type { KeyboardEvent, MouseEvent } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { FOCUS_STEP, type PhotoFocus } from '#core/files/contract/photos.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './focus-picker.module.css';

const MAX_HEIGHT = '14rem';

const previews = [
  { ratio: '9 / 16', label: '휴대폰' },
  { ratio: '1 / 1', label: '카드' },
  { ratio: '21 / 9', label: '넓은 화면' },
] as const;

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const snap = (percent: number): number =>
  Math.min(100, Math.max(0, Math.round(percent / FOCUS_STEP) * FOCUS_STEP));

interface FocusPickerProps {
  readonly photo: AdminPhoto;
  readonly value: PhotoFocus;
  readonly onChange: (focus: PhotoFocus) => void;
}

/** Chooses the point that crops keep, and shows the crops. */
export const FocusPicker = ({ photo, value, onChange }: FocusPickerProps) => {
  const ratio = photo.width / photo.height;
  const preview = { ...photo, focus: value };

  const choose = (event: MouseEvent<HTMLButtonElement>): void => {
    // A press by the keyboard has no position.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange({
      x: snap((100 * (event.clientX - box.left)) / box.width),
      y: snap((100 * (event.clientY - box.top)) / box.height),
    });
  };

  const move = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    onChange({ x: snap(value.x + arrow[0] * FOCUS_STEP), y: snap(value.y + arrow[1] * FOCUS_STEP) });
  };

  return (
    <div className="stack-2">
      <button
        type="button"
        className={styles.picture}
        style={{ aspectRatio: ratio, inlineSize: `min(100%, calc(${MAX_HEIGHT} * ${ratio}))` }}
        aria-label={`초점: 왼쪽에서 ${value.x}%, 위에서 ${value.y}%. 화살표 키로 옮길 수 있습니다.`}
        onClick={choose}
        onKeyDown={move}
      >
        <PhotoPicture photo={photo} sizes="30rem" fillsParent fit="contain" isDecorative />
        <span className={styles.point} style={{ left: `${value.x}%`, top: `${value.y}%` }} />
      </button>
      <p className="note">사진에서 꼭 보여야 할 곳을 누르세요. 화면에 맞춰 잘려도 그곳이 남습니다.</p>
      <ul className={cx('row-3', styles.previews)} aria-label="잘린 모습">
        {previews.map(({ ratio: shape, label }) => (
          <li key={label} className="note">
            <div className={styles.crop} style={{ aspectRatio: shape }}>
              <PhotoPicture photo={preview} sizes="12rem" fillsParent isDecorative />
            </div>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
};
