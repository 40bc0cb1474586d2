import { appError } from '#contract/errors.ts';
import { overloadedError } from '#server/http/overload/too-many-requests.ts';

const MAX_WAITING = 60;
const MAX_WAITING_PER_MEMBER = 2;
/** After so many photos a waiting picture has its turn, so that a long upload of the studio does not stop bookings. */
export const MAX_PHOTOS_IN_A_ROW = 2;
const RETRY_AFTER_S = 5;

interface WaitingPicture {
  readonly memberId: string;
  readonly start: () => void;
}

const picturesWaitingError = () =>
  appError('TOO_MANY_REQUESTS', {
    retryAfter: RETRY_AFTER_S,
    message: '앞서 올리신 사진을 처리하고 있습니다. 잠시 후 다시 올려 주세요.',
  });

/**
 * Runs one task at a time. The studio's photos and members' pictures wait in queues of their own, and photos go first. Further tasks
 * are rejected with TOO_MANY_REQUESTS.
 */
export const createRenderTurns = () => {
  const photos: (() => void)[] = [];
  const pictures: WaitingPicture[] = [];
  let isBusy = false;
  let photosInARow = 0;

  const takePicture = (): (() => void) | undefined => {
    if (photos.length > 0 && photosInARow < MAX_PHOTOS_IN_A_ROW) return undefined;
    photosInARow = 0;
    return pictures.shift()?.start;
  };

  const takePhoto = (): (() => void) | undefined => {
    photosInARow = pictures.length > 0 ? photosInARow + 1 : 0;
    return photos.shift();
  };

  const run = async <T>(task: () => Promise<T>, wait: (start: () => void) => void): Promise<T> => {
    // The task that ends starts this one and leaves `isBusy` unchanged.
    if (isBusy) await new Promise<void>(wait);
    isBusy = true;
    try {
      return await task();
    } finally {
      const startNext = takePicture() ?? takePhoto();
      if (startNext === undefined) isBusy = false;
      else startNext();
    }
  };

  return {
    photo: <T>(task: () => Promise<T>): Promise<T> =>
      run(task, (start) => {
        if (photos.length >= MAX_WAITING) throw overloadedError();
        photos.push(start);
      }),
    picture: <T>(memberId: string, task: () => Promise<T>): Promise<T> =>
      run(task, (start) => {
        const own = pictures.filter((picture) => picture.memberId === memberId);
        if (own.length >= MAX_WAITING_PER_MEMBER) throw picturesWaitingError();
        if (pictures.length >= MAX_WAITING) throw overloadedError();
        pictures.push({ memberId, start });
      }),
  };
};
