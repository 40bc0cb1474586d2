import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { photoEndpoints } from '#contract/photos.ts';
import type { AdminPhoto } from '#contract/photos.ts';
import { useApiQuery } from '#web/api/queries.tsx';
import { RequireRole } from '#web/shell/require-role.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './admin-photos-page.module.css';
import { readPhotoCategory } from './photo-category-names.ts';
import { PhotoPlaces } from './photo-places.tsx';
import { PhotoShelf } from './photo-shelf.tsx';
import { UndoBar } from './undo-bar.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { isRunning, isUnderWay } from './upload-queue.ts';
import { useDeletion } from './use-deletion.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useUploadQueue, useUploads } from './use-uploads.ts';

const LEAVING =
  '사진을 올리고 있습니다. 지금 나가면 아직 올리지 못한 사진은 올라가지 않습니다.\n이 화면에서 나갈까요?';

const Photos = () => {
  const [query] = useSearchParams();
  const category = readPhotoCategory(query.get('category')) ?? 'LANDSCAPE';
  const { data, error, refetch } = useApiQuery(photoEndpoints.adminPhotos, { query: { category } });
  const uploading = useUploads(category, data);
  const deletion = useDeletion();
  const [orderFailure, setOrderFailure] = useState('');
  const failure = deletion.failure || orderFailure;
  const undo = useRef<HTMLDivElement>(null);
  const isFixed = useUploadQueue(uploading.uploads, (queue) =>
    queue.uploads.some((upload) => isUnderWay(upload) && upload.category === category),
  );
  useLeaveGuard(useUploadQueue(uploading.uploads, isRunning), LEAVING);

  const remove = async (photo: AdminPhoto): Promise<void> => {
    // The pressed button leaves with its photo: what takes it back is the next thing to reach.
    if (await deletion.remove(photo)) undo.current?.focus({ preventScroll: true });
  };

  const restore = async (): Promise<void> => {
    if (await deletion.restore()) undo.current?.focus({ preventScroll: true });
  };

  const forgetFailure = (): void => {
    deletion.forgetFailure();
    setOrderFailure('');
  };

  return (
    <>
      <h1 className={styles.title}>사진 관리</h1>
      <PhotoPlaces category={category} />
      <UploadPanel category={category} {...uploading} />
      <PhotoShelf
        key={category}
        category={category}
        photos={data?.filter(({ id }) => !deletion.hidden.has(id))}
        error={error}
        onReload={() => void refetch()}
        isFixed={isFixed}
        onDelete={(photo) => void remove(photo)}
        onOrderFailure={setOrderFailure}
      />
      <div className={styles.foot}>
        {failure !== '' && (
          <Notice
            tone="error"
            action={
              <Button variant="quiet" onClick={forgetFailure}>
                닫기
              </Button>
            }
          >
            {failure}
          </Notice>
        )}
        <UndoBar
          ref={undo}
          says={deletion.said}
          canUndo={deletion.deleted !== null}
          isBusy={deletion.isRestoring}
          onUndo={() => void restore()}
        />
      </div>
    </>
  );
};

const AdminPhotosPage = () => (
  <RequireRole role="admin">
    <div className={styles.page}>
      <Photos />
    </div>
  </RequireRole>
);

export default AdminPhotosPage;
