import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { AdminPhoto } from '#contract/photos.ts';
import { ApiError } from '#web/api/api.ts';
import { createUploadController } from './upload-controller.ts';
import type { UploadDeps, UploadController } from './upload-controller.ts';

const FAILED = '업로드 중 오류가 발생했습니다.';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fileOf = (name: string): File => new File([name], `${name}.jpg`, { type: 'image/jpeg' });

const refusal = (code: ErrorCode, retryAfter: number | null = null): ApiError =>
  new ApiError(errors[code].status, { code, message: errors[code].message }, retryAfter);
const noAnswer = (): ApiError => new ApiError(0, {});

/** A server that accepts everything; tests override parts of it. */
const stage = (given: Partial<UploadDeps> = {}) => {
  const asked: string[] = [];
  const finished: string[][] = [];
  let names = 0;
  const steps: UploadDeps = {
    hash: (file) => file.text(),
    requestTarget: async ({ name }) => {
      asked.push(`address ${name}`);
      return { signedUrl: '/uploads/x', savedFileName: `saved-${(names += 1)}`, headers: {} };
    },
    uploadFile: async (file, { savedFileName }, onSent) => {
      asked.push(`put ${file.name} ${savedFileName}`);
      onSent(file.size);
    },
    save: async ({ id, name }, savedFileName) => {
      asked.push(`save ${name} ${savedFileName}`);
      return { id: 100 + id } as AdminPhoto;
    },
    finishBatch: async (category, done, fresh) => {
      finished.push([category, ...done.map(({ id, name }) => (fresh.has(id) ? name : `(${name})`))]);
    },
    ...given,
  };
  return { asked, finished, uploads: createUploadController(steps) };
};

const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
};
const states = (uploads: UploadController) => uploads.read().uploads.map(({ state }) => state);

const begin = async (uploads: UploadController, ...names: string[]): Promise<void> => {
  uploads.add(names.map(fileOf));
  uploads.start('FOOD');
  await settle();
};

/** Throws these errors one after another, then runs the given function. */
const failing = <A extends readonly unknown[], R>(failures: Error[], then: (...given: A) => Promise<R>) => {
  const left = [...failures];
  return async (...given: A): Promise<R> => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return then(...given);
  };
};

test('each file gets a URL, is uploaded and saved, and the batch is reported in the order of the files', async () => {
  const { asked, finished, uploads } = stage();
  await begin(uploads, 'a', 'b');
  expect(asked.filter((step) => step.includes(' a.jpg'))).toEqual([
    'address a.jpg',
    'put a.jpg saved-1',
    'save a.jpg saved-1',
  ]);
  expect(uploads.read().uploads).toMatchObject([
    { state: 'done', photoId: 101 },
    { state: 'done', photoId: 102 },
  ]);
  expect(finished).toEqual([['FOOD', 'a.jpg', 'b.jpg']]);
});

test('at most three uploads run at a time', async () => {
  const open: (() => void)[] = [];
  const { uploads } = stage({ uploadFile: () => new Promise((resolve) => open.push(resolve)) });
  await begin(uploads, 'a', 'b', 'c', 'd');
  expect(states(uploads)).toEqual(['uploading', 'uploading', 'uploading', 'waiting']);
  open[1]?.();
  await settle();
  expect(states(uploads)).toEqual(['uploading', 'done', 'uploading', 'uploading']);
});

test('duplicates in the queue and in the category are skipped', async () => {
  const { asked, uploads } = stage();
  uploads.know('FOOD', new Set(['there']));
  uploads.add([fileOf('there'), fileOf('new'), new File(['new'], 'again.jpg', { type: 'image/jpeg' })]);
  // Started before their hashes are known.
  uploads.start('FOOD');
  await settle();
  expect(states(uploads)).toEqual(['duplicate', 'done', 'duplicate']);
  expect(asked.filter((step) => step.startsWith('address'))).toEqual(['address new.jpg']);
});

test('without hashes only the server detects duplicates', async () => {
  const { uploads } = stage({
    hash: async () => null,
    save: async () => {
      throw refusal('PHOTO_EXISTS');
    },
  });
  await begin(uploads, 'a');
  expect(uploads.read().uploads[0]).toMatchObject({
    state: 'duplicate',
    message: '이 카테고리에 이미 등록된 사진입니다.',
  });
});

describe('interrupted uploads (F-09)', () => {
  test('an interrupted PUT is reported and can be retried with a new URL', async () => {
    const { asked, finished, uploads } = stage();
    const broken = stage({ uploadFile: failing([noAnswer()], async () => {}) });
    await begin(broken.uploads, 'a');
    expect(broken.uploads.read().uploads[0]).toMatchObject({ state: 'failed', message: FAILED, sent: 0 });
    expect(broken.finished).toEqual([]);
    broken.uploads.retry();
    await settle();
    expect(states(broken.uploads)).toEqual(['done']);
    expect(broken.asked).toEqual(['address a.jpg', 'address a.jpg', 'save a.jpg saved-2']);
    expect([asked, finished, uploads.read().uploads]).toEqual([[], [], []]);
  });

  test('a save without a response is retried, and an already saved photo counts as success', async () => {
    const saved: string[] = [];
    const { asked, uploads } = stage({
      save: failing([noAnswer()], async (_upload, savedFileName) => {
        saved.push(savedFileName);
        throw refusal('UPLOAD_SAVED');
      }),
    });
    await begin(uploads, 'a');
    expect(uploads.read().uploads[0]).toMatchObject({ state: 'failed', savedFileName: 'saved-1' });
    // The list was fetched again in the meantime.
    uploads.know('FOOD', new Set(['a']));
    uploads.retry(1);
    await settle();
    expect(states(uploads)).toEqual(['done']);
    expect(saved).toEqual(['saved-1']);
    expect(asked.filter((step) => step.startsWith('put'))).toHaveLength(1);
  });

  test('an expired upload is sent again silently', async () => {
    const { asked, uploads } = stage({
      save: failing([refusal('INTERNAL'), refusal('INVALID_INPUT')], async () => ({ id: 7 }) as AdminPhoto),
    });
    await begin(uploads, 'a');
    expect(states(uploads)).toEqual(['failed']);
    uploads.retry();
    await settle();
    expect(states(uploads)).toEqual(['done']);
    expect(asked.filter((step) => step.startsWith('put'))).toHaveLength(2);
  });

  test('only retried photos are reported as new', async () => {
    const { finished, uploads } = stage({ uploadFile: failing([noAnswer()], async () => {}) });
    await begin(uploads, 'a', 'b', 'c');
    expect(states(uploads)).toEqual(['failed', 'done', 'done']);
    uploads.retry(1);
    await settle();
    expect(finished).toEqual([
      ['FOOD', 'b.jpg', 'c.jpg'],
      ['FOOD', 'a.jpg', '(b.jpg)', '(c.jpg)'],
    ]);
  });

  test('a permanent error is shown with the server’s message', async () => {
    const { uploads } = stage({
      save: async () => {
        throw new ApiError(400, {
          message: '입력',
          fields: { file: '움직이는 사진은 업로드할 수 없습니다.' },
        });
      },
    });
    await begin(uploads, 'a');
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
    const { uploads } = stage({
      save: async () => {
        throw new ApiError(400, { message: '업로드 유효 시간이 지났습니다. 다시 업로드해 주세요.' });
      },
    });
    await begin(uploads, 'a');
    expect(states(uploads)).toEqual(['failed']);
  });
});

describe('a server that responds with Retry-After', () => {
  test('uploads pause for the requested time and then continue', async () => {
    const { asked, uploads } = stage({
      requestTarget: failing([refusal('TOO_MANY_REQUESTS', 30)], async () => ({
        signedUrl: '/uploads/x',
        savedFileName: 'saved',
        headers: {},
      })),
    });
    uploads.add([fileOf('a')]);
    uploads.start('FOOD');
    await settle();
    expect(states(uploads)).toEqual(['waiting']);
    expect(uploads.read().pausedUntil).not.toBeNull();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(states(uploads)).toEqual(['waiting']);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(states(uploads)).toEqual(['done']);
    expect(uploads.read().pausedUntil).toBeNull();
    expect(asked).toHaveLength(2);
  });

  test.each(['UNAVAILABLE', 'UPLOAD_BUSY'] as const)(
    'a save delayed by %s does not upload the file again',
    async (code) => {
      const { asked, uploads } = stage({
        save: failing([refusal(code, 5)], async () => ({ id: 7 }) as AdminPhoto),
      });
      await begin(uploads, 'a');
      expect(uploads.read().uploads[0]).toMatchObject({ state: 'waiting', savedFileName: 'saved-1' });
      await vi.advanceTimersByTimeAsync(5_100);
      expect(states(uploads)).toEqual(['done']);
      expect(asked.filter((step) => step.startsWith('put'))).toHaveLength(1);
    },
  );
});

describe('cancelled uploads', () => {
  test('cancelling one upload does not affect the others', async () => {
    const signals: AbortSignal[] = [];
    const { finished, uploads } = stage({
      uploadFile: (file, _address, _onSent, signal) => {
        if (file.name === 'b.jpg') return Promise.resolve();
        signals.push(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(noAnswer()));
        });
      },
    });
    await begin(uploads, 'a', 'b');
    uploads.remove(1);
    await settle();
    expect(signals[0]?.aborted).toBe(true);
    expect(uploads.read().uploads).toMatchObject([{ name: 'b.jpg', state: 'done' }]);
    expect(finished).toEqual([['FOOD', 'b.jpg']]);
  });

  test('leaving the page aborts all uploads', async () => {
    const signals: AbortSignal[] = [];
    const { uploads } = stage({
      uploadFile: (_file, _address, _onSent, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    await begin(uploads, 'a', 'b');
    uploads.abandon();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(uploads.read().uploads).toEqual([]);
  });
});
