import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errors, type ErrorCode } from '#platform/contract/errors.ts';
import { ApiError } from '#platform/web/client/api/api.ts';
import { createUploadQueue, type UploadDeps, type UploadQueue } from './upload-queue.ts';

const FAILED = '업로드 중 오류가 발생했습니다.';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fileOf = (name: string): File => new File([name], `${name}.jpg`, { type: 'image/jpeg' });

const apiErrorOf = (code: ErrorCode, retryAfter: number | null = null): ApiError =>
  new ApiError(errors[code].status, { code, message: errors[code].message }, retryAfter);
const networkError = (): ApiError => new ApiError(0, {});

/** Creates a controller with a server that accepts everything; `overrides` replaces single calls. */
const createFixture = (overrides: Partial<UploadDeps> = {}) => {
  const requests: string[] = [];
  const places: (string | undefined)[] = [];
  const reload = vi.fn();
  let names = 0;
  const deps: UploadDeps = {
    requestTarget: async ({ name }, place) => {
      requests.push(`target ${name}`);
      places.push(place && `${place.savedFileName} ${place.offset}`);
      return { signedUrl: '/uploads/x', savedFileName: `saved-${(names += 1)}`, headers: {} };
    },
    uploadFile: async (file, { savedFileName }, onSent) => {
      requests.push(`put ${file.name} ${savedFileName}`);
      onSent(file.size);
    },
    save: async ({ name }, savedFileName) => {
      requests.push(`save ${name} ${savedFileName}`);
    },
    inspector: () => async () => '',
    reload,
    ...overrides,
  };
  return { requests, places, reload, uploads: createUploadQueue(deps) };
};

const flush = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
};
const states = (uploads: UploadQueue) => uploads.uploads().map(({ state }) => state);

const startUploads = async (uploads: UploadQueue, ...names: string[]): Promise<void> => {
  uploads.add(names.map(fileOf));
  uploads.start('FOOD');
  await flush();
};

/** Rejects with each of `failures` once, then calls `then`. */
const failing = <A extends readonly unknown[], R>(failures: Error[], then: (...args: A) => Promise<R>) => {
  const remaining = [...failures];
  return async (...args: A): Promise<R> => {
    const failure = remaining.shift();
    if (failure !== undefined) throw failure;
    return then(...args);
  };
};

test('each file requests an upload URL, is transferred and saved, and has its place in file order', async () => {
  const { requests, places, reload, uploads } = createFixture();
  await startUploads(uploads, 'a', 'b');
  expect(requests.filter((step) => step.includes(' a.jpg'))).toEqual([
    'target a.jpg',
    'put a.jpg saved-1',
    'save a.jpg saved-1',
  ]);
  expect(uploads.uploads()).toMatchObject([
    { state: 'done', name: 'a.jpg' },
    { state: 'done', name: 'b.jpg' },
  ]);
  expect(places).toEqual([undefined, 'saved-1 1']);
  expect(reload).toHaveBeenCalledOnce();
});

test('at most three uploads run at the same time', async () => {
  const open: (() => void)[] = [];
  const { uploads } = createFixture({ uploadFile: () => new Promise((resolve) => open.push(resolve)) });
  await startUploads(uploads, 'a', 'b', 'c', 'd');
  expect(states(uploads)).toEqual(['uploading', 'uploading', 'uploading', 'waiting']);
  open[1]?.();
  await flush();
  expect(states(uploads)).toEqual(['uploading', 'done', 'uploading', 'uploading']);
});

test('uploads run one at a time, in file order, in a category of the home page', async () => {
  const open: (() => void)[] = [];
  const { uploads } = createFixture({ uploadFile: () => new Promise((resolve) => open.push(resolve)) });
  uploads.add([fileOf('a'), fileOf('b')]);
  uploads.start('REPRESENTATIVE');
  await startUploads(uploads, 'c');
  expect(states(uploads)).toEqual(['uploading', 'waiting', 'uploading']);
  open[0]?.();
  await flush();
  expect(states(uploads)).toEqual(['done', 'uploading', 'uploading']);
});

test('a new batch removes completed uploads but not failed ones, and a retry restarts only failed ones', async () => {
  const { uploads } = createFixture({
    uploadFile: (file) => (file.name === 'b.jpg' ? Promise.reject(networkError()) : Promise.resolve()),
  });
  await startUploads(uploads, 'a', 'b');
  // Starting nothing new leaves the completed uploads listed.
  uploads.start('FOOD');
  expect(states(uploads)).toEqual(['done', 'failed']);
  uploads.add([fileOf('c')]);
  uploads.start('WEDDING');
  expect(uploads.uploads()).toMatchObject([
    { name: 'b.jpg', category: 'FOOD', state: 'failed' },
    { name: 'c.jpg', category: 'WEDDING', state: 'uploading' },
  ]);
  uploads.retry(3);
  expect(states(uploads)).toEqual(['failed', 'uploading']);
  uploads.retry(2);
  expect(states(uploads)).toEqual(['uploading', 'uploading']);
});

test('the progress of an upload changes neither the list nor other uploads', async () => {
  let report: (sent: number) => void = () => undefined;
  const { uploads } = createFixture({
    uploadFile: (_file, _target, onSent) => {
      report = onSent;
      return new Promise(() => {});
    },
  });
  uploads.add([fileOf('abcd'), new File([], 'empty.jpg', { type: 'image/jpeg' })]);
  uploads.start('FOOD');
  await flush();
  const { list } = uploads.state.getState();
  const others = list.slice(1).map((upload) => upload.getState());
  report(2);
  expect(uploads.uploads()[0]).toMatchObject({ sent: 2 });
  expect(uploads.state.getState().totals).toMatchObject({ size: 4, sent: 1 });
  expect(uploads.state.getState().list).toBe(list);
  for (const [index, upload] of list.slice(1).entries()) expect(upload.getState()).toBe(others[index]);
});

test('a photo that the category already contains is a duplicate', async () => {
  const { uploads } = createFixture({
    save: async () => {
      throw apiErrorOf('PHOTO_EXISTS');
    },
  });
  await startUploads(uploads, 'a');
  expect(uploads.uploads()[0]).toMatchObject({
    state: 'duplicate',
    message: '이 카테고리에 이미 등록된 사진입니다.',
  });
});

describe('interrupted uploads (F-09)', () => {
  test('an interrupted PUT fails the upload, and a retry starts again with a new upload URL', async () => {
    const failingFixture = createFixture({ uploadFile: failing([networkError()], async () => {}) });
    await startUploads(failingFixture.uploads, 'a');
    expect(failingFixture.uploads.uploads()[0]).toMatchObject({
      state: 'failed',
      message: FAILED,
      sent: 0,
    });
    failingFixture.uploads.retry();
    await flush();
    expect(states(failingFixture.uploads)).toEqual(['done']);
    expect(failingFixture.requests).toEqual(['target a.jpg', 'target a.jpg', 'save a.jpg saved-2']);
  });

  test('a save whose response was lost is retried first, and UPLOAD_SAVED counts as done', async () => {
    const saved: string[] = [];
    const { requests, uploads } = createFixture({
      save: failing([networkError()], async (_upload, savedFileName) => {
        saved.push(savedFileName);
        throw apiErrorOf('UPLOAD_SAVED');
      }),
    });
    await startUploads(uploads, 'a');
    expect(uploads.uploads()[0]).toMatchObject({ state: 'failed', savedFileName: 'saved-1' });
    uploads.retry(1);
    await flush();
    expect(states(uploads)).toEqual(['done']);
    expect(saved).toEqual(['saved-1']);
    expect(requests.filter((step) => step.startsWith('put'))).toHaveLength(1);
  });

  test('a transferred file that expired on the server is transferred again without an error', async () => {
    const { requests, uploads } = createFixture({
      save: failing([apiErrorOf('INTERNAL'), apiErrorOf('INVALID_INPUT')], async () => {}),
    });
    await startUploads(uploads, 'a');
    expect(states(uploads)).toEqual(['failed']);
    uploads.retry();
    await flush();
    expect(states(uploads)).toEqual(['done']);
    expect(requests.filter((step) => step.startsWith('put'))).toHaveLength(2);
  });

  test('a retried upload keeps its place, and one that had no URL is placed before the others', async () => {
    const { places, uploads } = createFixture({
      uploadFile: failing([networkError(), networkError()], async () => {}),
    });
    await startUploads(uploads, 'a', 'b', 'c');
    expect(states(uploads)).toEqual(['failed', 'failed', 'done']);
    uploads.retry();
    await flush();
    expect(places).toEqual([undefined, 'saved-1 1', 'saved-1 2', 'saved-1 0', 'saved-1 1']);

    const signed: unknown[] = [];
    const failingFixture = createFixture({
      requestTarget: failing([networkError()], async ({ name }, place) => {
        signed.push([name, place?.offset]);
        return { signedUrl: '/uploads/x', savedFileName: 'saved', headers: {} };
      }),
    });
    await startUploads(failingFixture.uploads, 'a', 'b', 'c');
    failingFixture.uploads.retry();
    await flush();
    expect(signed).toEqual([
      ['b.jpg', undefined],
      ['c.jpg', 1],
      ['a.jpg', -1],
    ]);
  });

  test.each([
    '움직이는 사진은 업로드할 수 없습니다.',
    'AVIF 사진은 2,000만 화소까지 업로드할 수 있습니다. 더 큰 사진은 JPEG로 저장해 주세요.',
    '프로그레시브 JPEG와 인터레이스 PNG는 5,000만 화소까지 업로드할 수 있습니다. 더 큰 사진은 일반 JPEG로 저장해 주세요.',
  ])('an error that no retry can fix rejects the upload with the server’s message: %s', async (message) => {
    const { uploads } = createFixture({
      save: async () => {
        throw new ApiError(400, { message: '입력', fields: { file: message } });
      },
    });
    await startUploads(uploads, 'a');
    expect(uploads.uploads()[0]).toMatchObject({ state: 'refused', message, savedFileName: null });
    uploads.retry();
    expect(states(uploads)).toEqual(['refused']);
    uploads.clear();
    expect(uploads.uploads()).toEqual([]);
  });

  test('an upload that timed out can be retried', async () => {
    const { uploads } = createFixture({
      save: async () => {
        throw new ApiError(400, { message: '업로드 유효 시간이 지났습니다. 다시 업로드해 주세요.' });
      },
    });
    await startUploads(uploads, 'a');
    expect(states(uploads)).toEqual(['failed']);
  });
});

describe('a server that responds with Retry-After', () => {
  test('uploads pause for Retry-After, then all continue without user action', async () => {
    const { requests, uploads } = createFixture({
      requestTarget: failing([apiErrorOf('TOO_MANY_REQUESTS', 30)], async () => ({
        signedUrl: '/uploads/x',
        savedFileName: 'saved',
        headers: {},
      })),
    });
    uploads.add([fileOf('a')]);
    uploads.start('FOOD');
    await flush();
    expect(states(uploads)).toEqual(['waiting']);
    expect(uploads.state.getState().pausedUntil).not.toBeNull();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(states(uploads)).toEqual(['waiting']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(states(uploads)).toEqual(['done']);
    expect(uploads.state.getState().pausedUntil).toBeNull();
    expect(requests).toHaveLength(2);
  });

  test.each(['UNAVAILABLE', 'UPLOAD_BUSY'] as const)(
    'a save rejected for now (%s) is retried without transferring the file again',
    async (code) => {
      const { requests, uploads } = createFixture({
        save: failing([apiErrorOf(code, 5)], async () => {}),
      });
      await startUploads(uploads, 'a');
      expect(uploads.uploads()[0]).toMatchObject({ state: 'waiting', savedFileName: 'saved-1' });
      await vi.advanceTimersByTimeAsync(5_100);
      expect(states(uploads)).toEqual(['done']);
      expect(requests.filter((step) => step.startsWith('put'))).toHaveLength(1);
    },
  );
});

describe('cancelled uploads', () => {
  test('removing a running upload aborts it while the others continue', async () => {
    const signals: AbortSignal[] = [];
    const { uploads } = createFixture({
      uploadFile: (file, _address, _onSent, signal) => {
        if (file.name === 'b.jpg') return Promise.resolve();
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(networkError()));
        });
      },
    });
    await startUploads(uploads, 'a', 'b');
    uploads.remove(1);
    await flush();
    expect(signals[0]?.aborted).toBe(true);
    expect(uploads.uploads()).toMatchObject([{ name: 'b.jpg', state: 'done' }]);
  });

  test('abandoning the page aborts all uploads', async () => {
    const signals: AbortSignal[] = [];
    const { uploads } = createFixture({
      uploadFile: (_file, _address, _onSent, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    await startUploads(uploads, 'a', 'b');
    uploads.abandon();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(uploads.uploads()).toEqual([]);
  });
});

test('doubts about chosen files are counted, and the files can be left out or uploaded all the same', async () => {
  const { requests, uploads } = createFixture({
    inspector: () => async (file) => (file.name === 'c.jpg' ? '' : `${file.name}?`),
  });
  const doubtful = () => uploads.state.getState().totals.counts.doubtful;
  uploads.add([fileOf('a'), fileOf('b'), fileOf('c'), new File([''], 'memo.pdf')]);
  uploads.remove(1);
  await uploads.whenInspected();
  expect(uploads.uploads().map(({ name, message }) => [name, message])).toEqual([
    ['b.jpg', 'b.jpg?'],
    ['c.jpg', ''],
    ['memo.pdf', 'JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.'],
  ]);
  expect(doubtful()).toBe(1);
  uploads.removeDoubtful();
  expect(uploads.uploads().map(({ name }) => name)).toEqual(['c.jpg', 'memo.pdf']);
  expect(doubtful()).toBe(0);

  uploads.add([fileOf('d')]);
  await uploads.whenInspected();
  expect(doubtful()).toBe(1);
  uploads.start('FOOD', { isHidden: true });
  await flush();
  expect(requests).toContain('save d.jpg saved-2');
  expect(doubtful()).toBe(0);
  expect(uploads.uploads()).toMatchObject([
    { name: 'c.jpg', state: 'done', isHidden: true },
    { name: 'memo.pdf', state: 'refused' },
    { name: 'd.jpg', state: 'done', isHidden: true, message: '' },
  ]);
});
