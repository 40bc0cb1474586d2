import { EyeOff, House, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import { isUndescribed } from '#core/files/web/is-undescribed.ts';
import { PhotoPicture } from '#core/files/web/photo-picture.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import styles from './photo-tile.module.css';

// dnd-kit renders tiles many times during a drag. Memoized parts avoid rendering the tile's content again.

export const TilePicture = memo(({ photo }: { photo: AdminPhoto }) => (
  <PhotoPicture
    photo={photo}
    sizes="(min-width: 48rem) 320px, 70vw"
    isPreviewOnly={photo.isDamaged}
    fillsParent
  />
));

export interface TileProps {
  readonly photo: AdminPhoto;
  /** The label of its category. */
  readonly label: string;
  /** One-based position in the category. */
  readonly position: number;
  readonly isOnHome: boolean;
}

export const TileCaption = memo(({ photo, label, position, isOnHome }: TileProps) => (
  <div className="stack-1 start">
    <p className={cx('small', styles.alt)}>
      <span className={cx('muted tabular', styles.place)}>{position}</span> {photo.alt}
    </p>
    <div className="row-1 wrap">
      {isOnHome && (
        <Badge tone="plain">
          <House size={14} strokeWidth={2} aria-hidden="true" />홈
        </Badge>
      )}
      {photo.isDamaged && <Badge tone="blocked">손상됨</Badge>}
      {photo.isHidden && (
        <Badge tone="plain">
          <EyeOff size={14} strokeWidth={2} aria-hidden="true" />
          숨김
        </Badge>
      )}
      {isUndescribed(photo, label) && <Badge tone="plain">설명 없음</Badge>}
    </div>
    {photo.isDamaged && (
      <p className="small error">
        파일이 없거나 손상되어 고객에게 표시되지 않습니다. 삭제한 뒤 다시 업로드해 주세요.
      </p>
    )}
  </div>
));

export interface TileActions {
  readonly onEdit: (photo: AdminPhoto) => void;
  readonly onDelete: (photo: AdminPhoto) => void;
  /** Shows the photo on the home page for its category; absent in the categories of the home page itself. */
  readonly onCover?: ((photo: AdminPhoto) => void) | undefined;
}

interface TileButtonsProps {
  readonly photo: AdminPhoto;
  readonly name: string;
  readonly actions: TileActions;
}

export const TileButtons = memo(({ photo, name, actions: { onEdit, onDelete } }: TileButtonsProps) => (
  <>
    <Button variant="icon" aria-label={`${name} 수정`} title="수정" onClick={() => onEdit(photo)}>
      <Pencil size={18} aria-hidden="true" />
    </Button>
    <Button variant="icon" aria-label={`${name} 삭제`} title="삭제" onClick={() => onDelete(photo)}>
      <Trash2 size={18} aria-hidden="true" />
    </Button>
  </>
));
