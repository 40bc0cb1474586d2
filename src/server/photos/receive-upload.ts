import type { Context, Hono } from 'hono';
import { Refusal, refuse } from '#contract/errors.ts';
import { photoMessages, uploadLimits } from '#contract/photos.ts';
import type { Deps } from '#server/deps.ts';
import { UPLOADS_PATH } from '#server/ports/storage/signed-upload.ts';
import type { Upload, UploadInbox } from '#server/ports/storage/storage.ts';
import { askStore } from './ask-store.ts';

const tooLarge = () => refuse('TOO_LARGE', { message: photoMessages.tooLarge });

/** The announced size; null when the address allows any and none is announced. */
const readLength = (context: Context, upload: Upload): number | null => {
  const header = context.req.header('content-length');
  if (header === undefined) {
    if (upload.contentLength !== null) throw refuse('LENGTH_REQUIRED');
    return null;
  }
  const length = Number(header);
  if (upload.contentLength !== null && upload.contentLength !== length) throw refuse('UPLOAD_REFUSED');
  if (length > uploadLimits.bytes) throw tooLarge();
  return length;
};

/** Checks signature and headers before the body is read. */
const admit = (context: Context, inbox: UploadInbox, now: Date): { key: string; length: number | null } => {
  const { pathname, searchParams } = new URL(context.req.url);
  const key = pathname.slice(UPLOADS_PATH.length);
  const upload = inbox.verify(key, searchParams);
  if (upload === null || upload.expiresAt <= now) throw refuse('UPLOAD_REFUSED');
  if (context.req.header('content-type') !== upload.contentType) throw refuse('UPLOAD_REFUSED');
  return { key, length: readLength(context, upload) };
};

/** Streams the body, and refuses when its length differs or it breaks off. */
async function* readExactly(body: AsyncIterable<Uint8Array>, length: number | null) {
  let taken = 0;
  try {
    for await (const chunk of body) {
      taken += chunk.byteLength;
      if (taken > (length ?? uploadLimits.bytes)) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refuse('INVALID_INPUT', { message: photoMessages.brokenOff });
  }
  if (taken === 0 || (length !== null && taken !== length)) {
    throw refuse('INVALID_INPUT', { message: photoMessages.brokenOff });
  }
}

/** `PUT /uploads/staging/….jpg`, only when the store has no upload addresses of its own. */
export const mountUploads = (app: Hono, deps: Pick<Deps, 'storage' | 'clock' | 'log'>): void => {
  const { inbox } = deps.storage;
  if (inbox === undefined) return;
  app.put(`${UPLOADS_PATH}staging/:file`, async (context) => {
    const { key, length } = admit(context, inbox, deps.clock.now());
    if ((await askStore(deps, (storage) => storage.stat(key))) !== null) throw refuse('UPLOAD_TAKEN');
    const body: ReadableStream<Uint8Array> | null = context.req.raw.body;
    if (body === null) throw refuse('INVALID_INPUT', { message: photoMessages.file });
    const isTaken = await askStore(deps, () => inbox.take(key, readExactly(body, length)));
    if (!isTaken) throw refuse('UPLOAD_TAKEN');
    context.header('cache-control', 'no-store');
    return context.body(null, 200);
  });
};
