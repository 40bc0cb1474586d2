import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminPhoto } from '#contract/admin-photos.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { ApiError } from '#web/api/api.ts';
import { createUploadController, type UploadDeps, type UploadController } from './upload-controller.ts';

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
  const finished: string[][] = [];
  let names = 0;
  const deps: UploadDeps = {
    hash: (file) => file.text(),
    requestTarget: async ({ name }) => {
      requests.push(`target ${name}`);
      return { signedUrl: '/uploads/x', savedFileName: `saved-${(names += 1)}`, headers: {} };
    },
    uploadFile: async (file, { savedFileName }, onSent) => {
      requests.push(`put ${file.name} ${savedFileName}`);
      onSent(file.size);
    },
    save: async ({ id, name }, savedFileName) => {
      requests.push(`save ${name} ${savedFileName}`);
      return { id: 100 + id } as AdminPhoto;
    },
    finishBatch: async (category, done, fresh) => {
      finished.push([category, ...done.map(({ id, name }) => (fresh.has(id) ? name : `(${name})`))]);
    },
    ...overrides,
  };
  return { requests, finished, uploads: createUploadController(deps) };
};

const flush = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
};
const states = (uploads: UploadController) => uploads.read().uploads.map(({ state }) => state);

const startUploads = async (uploads: UploadController, ...names: string[]): Promise<void> => {
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

test('each file requests an upload URL, is transferred and saved, and the batch finishes in file order', async () => {
  const { requests, finished, uploads } = createFixture();
  await startUploads(uploads, 'a', 'b');
  expect(requests.filter((step) => step.includes(' a.jpg'))).toEqual([
    'target a.jpg',
    'put a.jpg saved-1',
    'save a.jpg saved-1',
  ]);
  expect(uploads.read().uploads).toMatchObject([
    { state: 'done', photoId: 101 },
    { state: 'done', photoId: 102 },
  ]);
  expect(finished).toEqual([['FOOD', 'a.jpg', 'b.jpg']]);
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

test('duplicate content is skipped, in the queue and in the category', async () => {
  const { requests, uploads } = createFixture();
  uploads.setExistingHashes('FOOD', new Set(['there']));
  uploads.add([fileOf('there'), fileOf('new'), new File(['new'], 'again.jpg', { type: 'image/jpeg' })]);
  // Started before the hashes are known.
  uploads.start('FOOD');
  await flush();
  expect(states(uploads)).toEqual(['duplicate', 'done', 'duplicate']);
  expect(requests.filter((step) => step.startsWith('target'))).toEqual(['target new.jpg']);
});

test('without hashes only the server detects duplicates', async () => {
  const { uploads } = createFixture({
    hash: async () => null,
    save: async () => {
      throw apiErrorOf('PHOTO_EXISTS');
    },
  });
  await startUploads(uploads, 'a');
  expect(uploads.read().uploads[0]).toMatchObject({
    state: 'duplicate',
    message: '이 카테고리에 이미 등록된 사진입니다.',
  });
});

describe('interrupted uploads (F-09)', () => {
  test('an interrupted PUT fails the upload, and a retry starts again with a new upload URL', async () => {
    const { requests, finished, uploads } = createFixture();
    const failingFixture = createFixture({ uploadFile: failing([networkError()], async () => {}) });
    await startUploads(failingFixture.uploads, 'a');
    expect(failingFixture.uploads.read().uploads[0]).toMatchObject({
      state: 'failed',
      message: FAILED,
      sent: 0,
    });
    expect(failingFixture.finished).toEqual([]);
    failingFixture.uploads.retry();
    await flush();
    expect(states(failingFixture.uploads)).toEqual(['done']);
    expect(failingFixture.requests).toEqual(['target a.jpg', 'target a.jpg', 'save a.jpg saved-2']);
    expect([requests, finished, uploads.read().uploads]).toEqual([[], [], []]);
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
    expect(uploads.read().uploads[0]).toMatchObject({ state: 'failed', savedFileName: 'saved-1' });
    // The photo list is reloaded meanwhile and contains the photo.
    uploads.setExistingHashes('FOOD', new Set(['a']));
    uploads.retry(1);
    await flush();
    expect(states(uploads)).toEqual(['done']);
    expect(saved).toEqual(['saved-1']);
    expect(requests.filter((step) => step.startsWith('put'))).toHaveLength(1);
  });

  test('a transferred file that expired on the server is transferred again without an error', async () => {
    const { requests, uploads } = createFixture({
      save: failing(
        [apiErrorOf('INTERNAL'), apiErrorOf('INVALID_INPUT')],
        async () => ({ id: 7 }) as AdminPhoto,
      ),
    });
    await startUploads(uploads, 'a');
    expect(states(uploads)).toEqual(['failed']);
    uploads.retry();
    await flush();
    expect(states(uploads)).toEqual(['done']);
    expect(requests.filter((step) => step.startsWith('put'))).toHaveLength(2);
  });

  test('after a retry only the retried uploads are fresh, because the others may have been moved', async () => {
    const { finished, uploads } = createFixture({ uploadFile: failing([networkError()], async () => {}) });
    await startUploads(uploads, 'a', 'b', 'c');
    expect(states(uploads)).toEqual(['failed', 'done', 'done']);
    uploads.retry(1);
    await flush();
    expect(finished).toEqual([
      ['FOOD', 'b.jpg', 'c.jpg'],
      ['FOOD', 'a.jpg', '(b.jpg)', '(c.jpg)'],
    ]);
  });

  test('an error that no retry can fix rejects the upload with the server’s message', async () => {
    const { uploads } = createFixture({
      save: async () => {
        throw new ApiError(400, {
          message: '입력',
          fields: { file: '움직이는 사진은 업로드할 수 없습니다.' },
        });
      },
    });
    await startUploads(uploads, 'a');
    expect(uploads.read().uploads[0]).toMatchObject({
      state: 'refused',
      message: '움직이는 사진은 업로드할 수 없습니다.',
      savedFileName: null,
    });
    uploads.retry();
    expect(states(uploads)).toEqual(['refused']);
    uploads.clear();
    expect(uploads.fileOf(1)).toBeUndefined();
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
    expect(uploads.read().pausedUntil).not.toBeNull();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(states(uploads)).toEqual(['waiting']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(states(uploads)).toEqual(['done']);
    expect(uploads.read().pausedUntil).toBeNull();
    expect(requests).toHaveLength(2);
  });

  test.each(['UNAVAILABLE', 'UPLOAD_BUSY'] as const)(
    'a save rejected for now (%s) is retried without transferring the file again',
    async (code) => {
      const { requests, uploads } = createFixture({
        save: failing([apiErrorOf(code, 5)], async () => ({ id: 7 }) as AdminPhoto),
      });
      await startUploads(uploads, 'a');
      expect(uploads.read().uploads[0]).toMatchObject({ state: 'waiting', savedFileName: 'saved-1' });
      await vi.advanceTimersByTimeAsync(5_100);
      expect(states(uploads)).toEqual(['done']);
      expect(requests.filter((step) => step.startsWith('put'))).toHaveLength(1);
    },
  );
});

describe('cancelled uploads', () => {
  test('removing a running upload aborts it while the others continue', async () => {
    const signals: AbortSignal[] = [];
    const { finished, uploads } = createFixture({
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
    expect(uploads.read().uploads).toMatchObject([{ name: 'b.jpg', state: 'done' }]);
    expect(finished).toEqual([['FOOD', 'b.jpg']]);
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
    expect(uploads.read().uploads).toEqual([]);
  });
});
