import { arrayMove } from '@dnd-kit/sortable';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { paths } from '#core/content/web/paths.ts';
import { useStudio } from '#core/content/web/use-studio.ts';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import {
  MAX_HERO_PHOTOS,
  REPRESENTATIVE,
  coverOf,
  isHomeCategory,
  photoEndpoints,
  type PhotoCategory,
} from '#core/files/contract/photos.ts';
import { describeCoverProblem } from '#core/files/web/cover-fit.ts';
import { isUndescribed } from '#core/files/web/is-undescribed.ts';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useApiQuery, queryClient } from '#platform/web/client/api/queries.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { useAction } from '#platform/web/client/use-action.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { isDialogOpen } from '#platform/web/ui/dialog/is-dialog-open.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { useAdminPhotos } from '../use-admin-photos.ts';
import { EditPhotoDialog, type EditedPhoto, type SavedPhoto } from './edit-photo-dialog.tsx';
import { HomePhotoButton } from './home-photo-button.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { photoOrderMutation } from './photo-order-mutation.ts';
import { sortByIds } from './photo-order.ts';
import { PhotoSelection } from './photo-selection.tsx';
import type { Status } from './use-status.ts';
import styles from './category-photos.module.css';

const { orderPhotos } = adminPhotoEndpoints;

/** The order of one category's photos that is being saved, shown at once; `ids` is null when none is being saved. */
const usePhotoOrder = (category: PhotoCategory, status: Status) => {
  const [options] = useState(() =>
    photoOrderMutation(category, {
      send: (ids) => browserApi.call(orderPhotos, { body: { category, ids: [...ids] } }),
      refresh: () => reloadData(orderPhotos.changes),
      ...status,
    }),
  );
  const { isPending, variables, mutate } = useMutation(options, queryClient);
  return { ids: isPending ? variables : null, saveOrder: mutate };
};

const formatMoved = (category: PhotoCategory, label: string): string =>
  `사진을 ‘${label}’ 맨 앞으로 옮겼습니다.${isHomeCategory(category) ? ' 홈에 표시됩니다.' : ''}`;

interface CategoryPhotosProps {
  readonly category: PhotoCategory;
  /** Ids of photos that are being deleted or can be restored. */
  readonly hidden: ReadonlySet<number>;
  /** True while uploads into this category wait or run. */
  readonly isOrderLocked: boolean;
  readonly onDelete: (photos: readonly AdminPhoto[]) => void;
  /** Called after the edit dialog moved a photo to another category, unless another dialog is open: moves the focus. */
  readonly onMoved: () => void;
  readonly status: Status;
}

export const CategoryPhotos = ({
  category,
  hidden,
  isOrderLocked,
  onDelete,
  onMoved,
  status,
}: CategoryPhotosProps) => {
  const { photos, error, refetch } = useAdminPhotos(category);
  const home = useApiQuery(photoEndpoints.homePhotos, {});
  const order = usePhotoOrder(category, status);
  const [edited, setEdited] = useState<EditedPhoto | null>(null);
  const [isSelecting, setIsSelecting] = useState(false);
  const isHome = isHomeCategory(category);
  const place = isHome ? category : coverOf(category);
  const cover = home.data?.[place];
  const isCover = ({ id, savedFileName }: AdminPhoto): boolean =>
    isHome ? id === cover?.id : savedFileName === cover?.savedFileName;
  const { send, isRunning } = useAction();
  const coverProblem = cover !== undefined && isHome ? describeCoverProblem(cover, category) : null;
  const { labelOf } = usePhotoCategories();
  const label = labelOf(category);
  const listed = photos?.filter(({ id }) => !hidden.has(id));
  const shown = listed && sortByIds(listed, order.ids);
  const hasPhotos = shown !== undefined && shown.length > 0;
  const homePhotoId = shown?.find(isCover)?.id;
  const blank = shown?.filter((photo) => isUndescribed(photo, label)).length ?? 0;
  const isPublic = useStudio().categories.some(({ id }) => id === category);

  // A save may complete after the list changed or after an upload locked the order, so it reads the latest values.
  const latest = useRef({ shown, isOrderLocked });
  useEffect(() => {
    latest.current = { shown, isOrderLocked };
  });

  const saveOrder = (ids: readonly number[]): void => {
    status.clear();
    order.saveOrder(ids);
  };

  const showOnHome = async (photo: AdminPhoto, target: PhotoCategory): Promise<void> => {
    if (isRunning) return;
    status.clear();
    const input = { params: { id: photo.id }, body: { category: target } };
    const report = await send(adminPhotoEndpoints.setHomePhoto, input);
    if (report !== null) return status.showError(report.text);
    const problem = describeCoverProblem(photo, target);
    status.showStatus(`선택한 사진이 홈의 ‘${labelOf(target)}’ 자리에 표시됩니다. ${problem ?? ''}`.trim());
  };

  const finishEdit = (opened: EditedPhoto, { photo, position }: SavedPhoto): void => {
    // Closes synchronously so that the focus can move on. Leaves another dialog open that was opened meanwhile.
    flushSync(() => setEdited((current) => (current === opened ? null : current)));
    if (photo.category !== category) {
      status.showStatus(formatMoved(photo.category, labelOf(photo.category)));
      if (!isDialogOpen()) onMoved();
      return;
    }
    status.showStatus('사진을 저장했습니다.');
    const ids = latest.current.shown?.map(({ id }) => id) ?? [];
    const canReorder = position !== null && !latest.current.isOrderLocked && ids.includes(photo.id);
    if (canReorder) order.saveOrder(arrayMove(ids, ids.indexOf(photo.id), position));
  };

  return (
    <section className={cx('stack-4 start', styles.section)} aria-labelledby="category-title">
      <div className="row-3 wrap middle between">
        <h2 id="category-title">
          {label}
          {shown !== undefined && <span className={styles.count}> {shown.length}장</span>}
        </h2>
        <div className="row-3 wrap middle">
          {isPublic && (
            <Link to={paths.category(category)} className="link small">
              고객 화면 보기
            </Link>
          )}
          {isHome && <HomePhotoButton category={category} status={status} />}
          {hasPhotos && !isSelecting && (
            <Button variant="secondary" size="small" onClick={() => setIsSelecting(true)}>
              여러 장 선택
            </Button>
          )}
        </div>
      </div>
      {isHome && (
        <p className="note">
          가장 최근에 업로드하거나 옮기거나 선택한 사진이 홈에 표시됩니다.
          {category === REPRESENTATIVE && ` 그다음 최신순으로 ${MAX_HERO_PHOTOS}장까지 차례로 이어집니다.`}
        </p>
      )}
      {coverProblem !== null && <Notice tone="warning">홈의 사진: {coverProblem}</Notice>}
      {blank > 0 && (
        <p className="note">
          {blank}장에 설명이 없습니다. 설명을 입력해 두면 사진을 볼 수 없는 분도 내용을 알 수 있습니다.
        </p>
      )}
      {error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {shown === undefined && error === null && (
        <p role="status" className="visually-hidden">
          사진을 불러오는 중입니다.
        </p>
      )}
      {shown?.length === 0 && (
        <EmptyState title="이미지가 없습니다.">위에서 사진을 업로드해 주세요.</EmptyState>
      )}
      {hasPhotos && isSelecting && (
        <PhotoSelection
          photos={shown}
          label={label}
          homePhotoId={homePhotoId}
          status={status}
          onDelete={onDelete}
          onClose={() => setIsSelecting(false)}
        />
      )}
      {hasPhotos && !isSelecting && (
        <PhotoGrid
          photos={shown}
          label={label}
          homePhotoId={homePhotoId}
          isOrderLocked={isOrderLocked}
          onOrder={saveOrder}
          onDropOnHome={(photo, target) => void showOnHome(photo, target)}
          actions={{
            onEdit: (photo) => {
              status.clear();
              setEdited({ photo, position: shown.indexOf(photo) });
            },
            onDelete: (photo) => onDelete([photo]),
            onCover: isHome ? undefined : (photo) => void showOnHome(photo, place),
          }}
        />
      )}
      {edited !== null && (
        <EditPhotoDialog
          {...edited}
          key={edited.photo.id}
          count={shown?.length ?? 0}
          isOrderLocked={isOrderLocked}
          onSaved={(saved) => finishEdit(edited, saved)}
          onLateFailure={status.showError}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
};
