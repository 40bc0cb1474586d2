import { appError } from '#platform/contract/errors.ts';
import { overloadedError } from '#platform/server/http/overload/too-many-requests.ts';

/** How many pictures may wait, and about how many photos. */
export const MAX_WAITING = 60;
const MAX_WAITING_PER_MEMBER = 2;
/** While pictures wait, one has its turn after this many photos in a row, so that a long upload of the studio does not stop bookings. */
export const MAX_PHOTOS_IN_A_ROW = 2;
const RETRY_AFTER_S = 5;

/** Never rejects. */
type Task = () => Promise<void>;

const picturesWaitingError = () =>
  appError('TOO_MANY_REQUESTS', {
    retryAfter: RETRY_AFTER_S,
    message: '앞서 업로드하신 사진을 처리하고 있습니다. 잠시 후 다시 업로드해 주세요.',
  });

/**
 * Runs one task at a time, because one photo usually keeps all cores busy and a second one would only need more memory. Photos mostly go
 * before pictures. `takePhoto` resolves to the task of the next photo, or to null; it never rejects.
 */
export const createRenderTurns = (takePhoto: () => Promise<Task | null>) => {
  const pictures: { readonly memberId: string; readonly task: Task }[] = [];
  let photosInARow = 0;
  let running: Promise<void> | null = null;
  let isWoken = false;

  const takeTask = async (): Promise<Task | null> => {
    const isPictureTurn = pictures.length > 0 && photosInARow >= MAX_PHOTOS_IN_A_ROW;
    const photo = isPictureTurn ? null : await takePhoto();
    photosInARow = photo !== null && pictures.length > 0 ? photosInARow + 1 : 0;
    return photo ?? pictures.shift()?.task ?? null;
  };

  const run = async (first: Task | null): Promise<void> => {
    await first?.();
    do {
      isWoken = false;
      for (let task = await takeTask(); task !== null; task = await takeTask()) await task();
      // A photo may have been queued while `takeTask` looked for one.
    } while (isWoken);
    running = null;
  };

  return {
    /** Runs the tasks that wait. Resolves when there are none. */
    wake: (): Promise<void> => {
      isWoken = true;
      return (running ??= run(null));
    },
    /** Runs `work` in its turn. Throws what it throws, and TOO_MANY_REQUESTS when too many pictures wait, or too many of this member. */
    picture: <T>(memberId: string, work: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const task = (): Promise<void> => work().then(resolve, reject);
        if (running === null) {
          running = run(task);
          return;
        }
        const own = pictures.filter((picture) => picture.memberId === memberId);
        if (own.length >= MAX_WAITING_PER_MEMBER) throw picturesWaitingError();
        if (pictures.length >= MAX_WAITING) throw overloadedError();
        pictures.push({ memberId, task });
      }),
  };
};
