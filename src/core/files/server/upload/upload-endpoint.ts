import type { Context, Hono } from 'hono';
import { AppError, appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { UploadGrant, UploadReceiver } from '#platform/server/ports/storage/storage.ts';
import { UPLOADS_PATH } from '#platform/server/ports/storage/upload-signer.ts';
import { photoMessages, photoUploadLimits } from '../../contract/photo-uploads.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import type { AdmitUpload } from './admit-upload.ts';

const tooLarge = () => appError('TOO_LARGE', { message: photoMessages.tooLarge });
const interrupted = () => appError('INVALID_INPUT', { message: photoMessages.interrupted });

/** Parses the announced size; null if the URL allows any size and none is announced. Throws LENGTH_REQUIRED, UPLOAD_REFUSED, TOO_LARGE. */
const parseContentLength = (context: Context, upload: UploadGrant): number | null => {
  const header = context.req.header('content-length');
  if (header === undefined) {
    if (upload.contentLength !== null) throw appError('LENGTH_REQUIRED');
    return null;
  }
  const length = Number(header);
  if (upload.contentLength !== null && upload.contentLength !== length) throw appError('UPLOAD_REFUSED');
  if (length > photoUploadLimits.bytes) throw tooLarge();
  return length;
};

/** Validates signature and headers before the body is read. Returns the key and the announced size, null when none is announced. */
const validateUploadRequest = (context: Context, inbox: UploadReceiver, now: Date) => {
  const { pathname, searchParams } = new URL(context.req.url);
  const key = pathname.slice(UPLOADS_PATH.length);
  const upload = inbox.verify(key, searchParams);
  if (upload === null || upload.expiresAt <= now) throw appError('UPLOAD_REFUSED');
  if (context.req.header('content-type') !== upload.contentType) throw appError('UPLOAD_REFUSED');
  return { key, length: parseContentLength(context, upload) };
};

/** Streams the body. Throws when it breaks off, is empty or too large, or its length differs from the announced one. */
async function* limitLength(body: AsyncIterable<Uint8Array>, length: number | null) {
  let taken = 0;
  try {
    for await (const chunk of body) {
      taken += chunk.byteLength;
      if (taken > (length ?? photoUploadLimits.bytes)) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : interrupted();
  }
  if (taken === 0 || (length !== null && taken !== length)) throw interrupted();
}

/** Mounts `PUT /uploads/staging/:file`, only when browsers cannot upload to the store directly. */
export const mountUploads = (
  app: Hono,
  deps: Pick<Deps, 'storage' | 'clock' | 'log'>,
  admit: AdmitUpload,
): void => {
  const { uploadReceiver } = deps.storage;
  if (uploadReceiver === undefined) return;
  const receiving = new Set<string>();

  app.put(`${UPLOADS_PATH}staging/:file`, async (context) => {
    const { key, length } = validateUploadRequest(context, uploadReceiver, deps.clock.now());
    // This process accepts one transfer at a time per URL. Each writes a draft of its own, so parallel ones could fill the disk.
    if (receiving.has(key)) throw appError('UPLOAD_TAKEN');
    receiving.add(key);
    try {
      await admit(key);
      if ((await withStorageErrors(deps, (storage) => storage.stat(key))) !== null)
        throw appError('UPLOAD_TAKEN');
      const body: ReadableStream<Uint8Array> | null = context.req.raw.body;
      if (body === null) throw appError('INVALID_INPUT', { message: photoMessages.file });
      const isTaken = await withStorageErrors(deps, () =>
        uploadReceiver.receive(key, limitLength(body, length)),
      );
      if (!isTaken) throw appError('UPLOAD_TAKEN');
    } finally {
      receiving.delete(key);
    }
    context.header('cache-control', 'no-store');
    return context.body(null, 200);
  });
};
