import { useEffect, useState } from 'react';
import { photoEndpoints, RESTORE_SECONDS } from '#contract/photos.ts';
import type { AdminPhoto } from '#contract/photos.ts';
import { ApiError, messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { refreshPhotos } from './upload-steps.ts';

const DELETE_FAILED = '삭제 실패';
const RESTORE_FAILED = '사진을 되돌리지 못했습니다.';
const TOO_LATE = '되돌릴 수 있는 시간이 지났습니다.';
const { deletePhoto, restorePhoto } = photoEndpoints;

const without = (ids: ReadonlySet<number>, id: number): Set<number> =>
  new Set([...ids].filter((other) => other !== id));

/** Deletes at once; the last one can be brought back for a while. Both answer whether it was done. */
export const useDeletion = () => {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [deleted, setDeleted] = useState<AdminPhoto | null>(null);
  const [failure, setFailure] = useState('');
  const [said, setSaid] = useState('');
  const [isRestoring, setIsRestoring] = useState(false);

  useEffect(() => {
    if (deleted === null) return;
    const timer = setTimeout(() => {
      setDeleted(null);
      setSaid('');
    }, RESTORE_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [deleted]);

  const remove = async (photo: AdminPhoto): Promise<boolean> => {
    setFailure('');
    setSaid('');
    setHidden((ids) => new Set([...ids, photo.id]));
    try {
      await browserApi.call(deletePhoto, { params: { id: photo.id } });
      setDeleted(photo);
      setSaid('사진을 지웠습니다.');
      return true;
    } catch (error) {
      setHidden((ids) => without(ids, photo.id));
      setFailure(messageOf(error, DELETE_FAILED));
      return false;
    } finally {
      void refreshPhotos();
    }
  };

  const restore = async (): Promise<boolean> => {
    if (deleted === null || isRestoring) return false;
    setFailure('');
    setIsRestoring(true);
    try {
      await browserApi.call(restorePhoto, { params: { id: deleted.id } });
      await refreshPhotos();
      setHidden((ids) => without(ids, deleted.id));
      setDeleted(null);
      setSaid('사진을 되돌렸습니다.');
      return true;
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 404;
      if (isOver) {
        setDeleted(null);
        setSaid('');
      }
      setFailure(isOver ? TOO_LATE : messageOf(error, RESTORE_FAILED));
      return false;
    } finally {
      setIsRestoring(false);
    }
  };

  return {
    hidden,
    deleted,
    failure,
    said,
    isRestoring,
    remove,
    restore,
    forgetFailure: () => setFailure(''),
  };
};
