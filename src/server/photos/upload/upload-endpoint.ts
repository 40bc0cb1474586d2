import type { Context, Hono } from 'hono';
import { photoMessages, uploadLimits } from '#contract/admin-photos.ts';
import { AppError, appError } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { UPLOADS_PATH } from '#server/ports/storage/upload-signer.ts';
import type { UploadGrant, UploadReceiver } from '#server/ports/storage/storage.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';

const tooLarge = () => appError('TOO_LARGE', { message: photoMessages.tooLarge });

/** Parses the announced size; null when the URL allows any size and none is announced. */
const parseContentLength = (context: Context, upload: UploadGrant): number | null => {
  const header = context.req.header('content-length');
  if (header === undefined) {
    if (upload.contentLength !== null) throw appError('LENGTH_REQUIRED');
    return null;
  }
  const length = Number(header);
  if (upload.contentLength !== null && upload.contentLength !== length) throw appError('UPLOAD_REFUSED');
  if (length > uploadLimits.bytes) throw tooLarge();
  return length;
};

/** Validates signature and headers before the body is read. */
const validateUploadRequest = (
  context: Context,
  inbox: UploadReceiver,
  now: Date,
): { key: string; length: number | null } => {
  const { pathname, searchParams } = new URL(context.req.url);
  const key = pathname.slice(UPLOADS_PATH.length);
  const upload = inbox.verify(key, searchParams);
  if (upload === null || upload.expiresAt <= now) throw appError('UPLOAD_REFUSED');
  if (context.req.header('content-type') !== upload.contentType) throw appError('UPLOAD_REFUSED');
  return { key, length: parseContentLength(context, upload) };
};

/** Streams the body; throws when its length differs from the announced one or it breaks off. */
async function* limitLength(body: AsyncIterable<Uint8Array>, length: number | null) {
  let taken = 0;
  try {
    for await (const chunk of body) {
      taken += chunk.byteLength;
      if (taken > (length ?? uploadLimits.bytes)) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError
      ? error
      : appError('INVALID_INPUT', { message: photoMessages.interrupted });
  }
  if (taken === 0 || (length !== null && taken !== length)) {
    throw appError('INVALID_INPUT', { message: photoMessages.interrupted });
  }
}

/** Mounts `PUT /uploads/staging/….jpg`, only when browsers cannot upload to the store directly. */
export const mountUploads = (app: Hono, deps: Pick<Deps, 'storage' | 'clock' | 'log'>): void => {
  const { uploadReceiver } = deps.storage;
  if (uploadReceiver === undefined) return;
  app.put(`${UPLOADS_PATH}staging/:file`, async (context) => {
    const { key, length } = validateUploadRequest(context, uploadReceiver, deps.clock.now());
    if ((await withStorageErrors(deps, (storage) => storage.stat(key))) !== null)
      throw appError('UPLOAD_TAKEN');
    const body: ReadableStream<Uint8Array> | null = context.req.raw.body;
    if (body === null) throw appError('INVALID_INPUT', { message: photoMessages.file });
    const isTaken = await withStorageErrors(deps, () =>
      uploadReceiver.receive(key, limitLength(body, length)),
    );
    if (!isTaken) throw appError('UPLOAD_TAKEN');
    context.header('cache-control', 'no-store');
    return context.body(null, 200);
  });
};
