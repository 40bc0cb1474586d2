import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, Pencil, Trash2 } from 'lucide-react';
import type { AdminPhoto } from '#contract/photos.ts';
import { Badge } from '#web/ui/badge.tsx';
import { isUndescribed } from './photo-category-names.ts';
import { PhotoPicture } from './photo-picture.tsx';
import styles from './photo-tile.module.css';

type Listeners = ReturnType<typeof useSortable>['listeners'];

/** Pointers take hold of the picture too; keys have the handle. */
const pickPointers = (listeners: Listeners = {}): Listeners =>
  Object.fromEntries(Object.entries(listeners).filter(([name]) => name !== 'onKeyDown'));

interface PhotoTileProps {
  readonly photo: AdminPhoto;
  /** Counts from 1. */
  readonly place: number;
  readonly isOnHome: boolean;
  /** The order stands still while photos are on their way. */
  readonly isFixed: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export const PhotoTile = ({ photo, place, isOnHome, isFixed, onEdit, onDelete }: PhotoTileProps) => {
  const sortable = useSortable({
    id: photo.id,
    disabled: isFixed,
    attributes: { roleDescription: '옮길 수 있는 사진' },
  });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    sortable;
  const name = `${place}번째 사진`;
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.frame} data-fixed={isFixed || undefined} {...pickPointers(listeners)}>
        <PhotoPicture
          photo={photo}
          sizes="(min-width: 48rem) 240px, 50vw"
          isHeld={photo.isDamaged}
          fills
          fit="contain"
        />
      </div>
      <div className={styles.about}>
        <p className={styles.alt}>
          <span className={styles.place}>{place}</span> {photo.alt}
        </p>
        <div className={styles.badges}>
          {isOnHome && <Badge tone="done">첫 화면</Badge>}
          {photo.isDamaged && <Badge tone="blocked">손상됨</Badge>}
          {isUndescribed(photo) && <Badge tone="waiting">설명 없음</Badge>}
        </div>
        {photo.isDamaged && (
          <p className={styles.damage}>
            파일이 없거나 깨져 손님에게 보이지 않습니다. 지우고 다시 올려 주세요.
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          className={styles.act}
          disabled={isFixed}
          aria-label={`${name} 순서 바꾸기`}
          title="순서 바꾸기"
        >
          <GripVertical size={20} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.act}
          aria-label={`${name} 고치기`}
          title="고치기"
          onClick={onEdit}
        >
          <Pencil size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.act}
          aria-label={`${name} 지우기`}
          title="지우기"
          onClick={onDelete}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
      </div>
    </li>
  );
};
