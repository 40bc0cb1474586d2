import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, House } from 'lucide-react';
import { ratioOf } from '#core/files/web/photo-ratio.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import {
  TileButtons,
  TilePicture,
  TileCaption,
  type TileActions,
  type TileProps,
} from './photo-tile-parts.tsx';
import ratioStyles from '#core/files/web/photo-ratio.module.css';
import styles from './photo-tile.module.css';

type Listeners = ReturnType<typeof useSortable>['listeners'];

/** A drag by pointer can also start on the picture, a drag by keyboard only at the handle. */
const withoutKeyboard = (listeners: Listeners = {}): Listeners =>
  Object.fromEntries(Object.entries(listeners).filter(([name]) => name !== 'onKeyDown'));

interface PhotoTileProps extends TileProps {
  /** True while uploads into this category wait or run. */
  readonly isOrderLocked: boolean;
  readonly actions: TileActions;
}

const sortAttributes = { roleDescription: '순서를 변경할 수 있는 사진' };

export const PhotoTile = ({ isOrderLocked, actions, ...tile }: PhotoTileProps) => {
  const { photo, position, isOnHome } = tile;
  const { onCover } = actions;
  const sortable = useSortable({ id: photo.id, disabled: isOrderLocked, attributes: sortAttributes });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    sortable;
  const { isOver, index, activeIndex } = sortable;
  const name = `${position}번째 사진`;
  return (
    <li
      ref={setNodeRef}
      className={cx('stack-2', ratioStyles.ratio, styles.tile)}
      data-ratio={ratioOf(photo).toFixed(2)}
      data-dragging={isDragging || undefined}
      data-drop={isOver && !isDragging ? (index < activeIndex ? 'before' : 'after') : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.frame} data-fixed={isOrderLocked || undefined} {...withoutKeyboard(listeners)}>
        <TilePicture photo={photo} />
      </div>
      {onCover !== undefined && (
        <div className={styles.cover}>
          <Button
            variant="icon"
            aria-label={`${name} 홈 대표로`}
            aria-pressed={isOnHome}
            title="홈 대표로"
            onClick={() => onCover(photo)}
          >
            <House size={18} aria-hidden="true" />
          </Button>
        </div>
      )}
      <TileCaption {...tile} />
      <div className={styles.actions}>
        <Button
          variant="icon"
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          disabled={isOrderLocked}
          aria-label={`${name} 순서 변경`}
          title="순서 변경"
        >
          <GripVertical size={20} aria-hidden="true" />
        </Button>
        <TileButtons photo={photo} name={name} actions={actions} />
      </div>
    </li>
  );
};
