import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { AdminHead } from '#core/auth/web/admin-head.tsx';
import { AdminPage } from '#core/auth/web/admin-page.tsx';
import type { AdminPhoto } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { usePhotoCategories } from '#core/files/web/use-photo-categories.ts';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { reloadData } from '#platform/web/client/api/data-changes.ts';
import { useLeaveGuard } from '#platform/web/client/navigation/use-leave-guard.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { cx } from '#platform/web/ui/cx.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { adminPhotoEndpoints } from '../../contract/admin-photos.ts';
import { formatLeaveWarning } from '../upload/upload-labels.ts';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { useUploadQueue, useUploads } from '../upload/use-uploads.ts';
import { CategoryNav } from './category-nav.tsx';
import { CategoryPhotos } from './category-photos.tsx';
import { createDeletionController, shownDeletions } from './deletion-controller.ts';
import { PhotoDragContext } from './photo-drag-context.tsx';
import { useStatus, type Status } from './use-status.ts';
import styles from './admin-photos-page.module.css';

const { deletePhoto, restorePhoto } = adminPhotoEndpoints;

const useDeletion = (status: Status) => {
  const [{ store, remove, restore }] = useState(() =>
    createDeletionController({
      remove: (id) => browserApi.call(deletePhoto, { params: { id } }),
      restore: async (id) => void (await browserApi.call(restorePhoto, { params: { id } })),
      refresh: () => reloadData(deletePhoto.changes),
      ...status,
    }),
  );
  return { ...shownDeletions(useStore(store)), remove, restore };
};

const Photos = ({ category }: { category: PhotoCategory }) => {
  const uploading = useUploads(category);
  const status = useStatus(category);
  const deletion = useDeletion(status);
  const statusRow = useRef<HTMLDivElement>(null);
  const isOrderLocked = useUploadQueue(uploading.uploads, ({ totals }) => (totals.active[category] ?? 0) > 0);
  useLeaveGuard(useUploadQueue(uploading.uploads, formatLeaveWarning));

  // The pressed button may disappear. Moves the focus to the status line.
  const focusStatus = (): void => statusRow.current?.focus({ preventScroll: true });

  const remove = async (removed: readonly AdminPhoto[]): Promise<void> => {
    status.clear();
    for (const photo of removed) if (!(await deletion.remove(photo))) return;
    focusStatus();
  };

  const restore = async (): Promise<void> => {
    status.showError('');
    if (await deletion.restore()) focusStatus();
  };

  const start: typeof uploading.start = (...options) => {
    status.clear();
    uploading.start(...options);
  };

  // While the status shows another message, the label of the undo button must name what it undoes.
  const undoLabel = status.statusText === deletion.statusText ? '되돌리기' : '삭제한 사진 되돌리기';

  return (
    <>
      <AdminHead title="사진 관리" />
      <PhotoDragContext>
        <div className={cx('stack-6 start', styles.columns)}>
          <CategoryNav category={category} />
          <div className="stack-6 fit">
            <UploadPanel category={category} {...uploading} start={start} />
            <CategoryPhotos
              key={category}
              category={category}
              hidden={deletion.hidden}
              isOrderLocked={isOrderLocked}
              onDelete={(removed) => void remove(removed)}
              onMoved={focusStatus}
              status={status}
            />
          </div>
        </div>
      </PhotoDragContext>
      <div className={cx('stack-2', styles.foot)}>
        {status.errorText !== '' && (
          <Notice
            tone="error"
            action={
              <Button variant="quiet" onClick={() => status.showError('')}>
                닫기
              </Button>
            }
          >
            {status.errorText}
          </Notice>
        )}
        {/* Always rendered, because a live region must exist before its text changes. */}
        <div
          ref={statusRow}
          className={
            status.statusText !== '' || deletion.count > 0
              ? cx('row-3 middle between', styles.bar)
              : styles.hidden
          }
          tabIndex={-1}
        >
          <p role="status">{status.statusText}</p>
          {deletion.count > 0 && (
            <Button variant="quiet" isLoading={deletion.isRestoring} onClick={() => void restore()}>
              {undoLabel}
            </Button>
          )}
        </div>
      </div>
    </>
  );
};

/** The photos of the category in the address, or of the first one. The page waits for the categories, because uploads need one. */
const ChosenPhotos = () => {
  const [query] = useSearchParams();
  const { all } = usePhotoCategories();
  const code = query.get('category')?.trim().toUpperCase();
  const chosen = all.find(({ value }) => value === code) ?? all[0];
  return chosen && <Photos category={chosen.value} />;
};

const AdminPhotosPage = () => (
  <AdminPage>
    <ChosenPhotos />
  </AdminPage>
);

export default AdminPhotosPage;
