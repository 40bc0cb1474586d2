import sharp from 'sharp';
import { createSession } from '#core/auth/server/sessions/create-session.ts';
import type { AdminPhoto, UploadType } from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { photos } from '#core/files/server/tables.ts';
import type { Storage } from '#platform/server/ports/storage/storage.ts';
import type { TestApp } from '#test/test-app.ts';

let count = 0;

/** Creates a small image with unique content. */
export const createTinyImage = (type: 'jpeg' | 'png' | 'webp' | 'avif' = 'png'): Promise<Buffer> => {
  count += 1;
  const background = { r: count % 251, g: (count * 7) % 251, b: Math.floor(count / 251) % 251 };
  return sharp({ create: { width: 12, height: 8, channels: 3, background } })
    .toFormat(type)
    .toBuffer();
};

/** The requests of an admin who uploads photos. */
export interface Uploader {
  readonly app: TestApp;
  readonly memberId: string;
  /** Returns a currently valid token; tests may have moved the clock. */
  token(): Promise<string>;
}

export const createUploader = (app: TestApp, memberId: string): Uploader => {
  const session = { memberId, role: 'ADMIN', ip: '203.0.113.1', userAgent: 'test' } as const;
  let issued = { at: -Infinity, token: Promise.resolve('') };
  const issue = async () => (await createSession(app.deps, session)).accessToken;
  return {
    app,
    memberId,
    token: () => {
      const now = app.clock.now().getTime();
      // An admin's token expires after five minutes.
      if (now - issued.at > 240_000) issued = { at: now, token: issue() };
      return issued.token;
    },
  };
};

interface UploadRequestOptions {
  readonly fileName?: string;
  readonly contentType?: UploadType;
  readonly contentLength?: number;
  readonly place?: { readonly savedFileName: string; readonly offset: number };
  readonly headers?: Record<string, string>;
}

export const requestUpload = async (
  { app, token }: Uploader,
  { headers = {}, ...upload }: UploadRequestOptions = {},
): Promise<Response> =>
  app.post(
    '/api/admin/photo/generate-signed-url',
    { fileName: '꽃.png', contentType: 'image/png', ...upload },
    { token: await token(), headers },
  );

/** Requests a signed URL and uploads the file; returns its name. */
export const uploadFile = async (
  uploader: Uploader,
  bytes: Uint8Array,
  options: UploadRequestOptions = {},
): Promise<string> => {
  const response = await requestUpload(uploader, options);
  if (response.status !== 200) throw new Error(`no address was given: ${await response.text()}`);
  const { savedFileName } = (await response.json()) as { savedFileName: string };
  await uploader.app.deps.storage.put(savedFileName, bytes, options.contentType ?? 'image/png');
  return savedFileName;
};

interface SaveOptions {
  readonly category?: PhotoCategory;
  readonly alt?: string;
  readonly isHidden?: boolean;
}

export const saveUpload = async (
  { app, token }: Uploader,
  savedFileName: string,
  options: SaveOptions = {},
): Promise<Response> =>
  app.post(
    '/api/admin/photo/save-metadata',
    { category: 'FOOD', originalFileName: '꽃.png', savedFileName, ...options },
    { token: await token() },
  );

/** Publishes a photo. */
export const insertPhoto = async (
  uploader: Uploader,
  options: SaveOptions & { readonly bytes?: Uint8Array } = {},
): Promise<AdminPhoto> => {
  const { bytes = await createTinyImage(), ...save } = options;
  const response = await saveUpload(uploader, await uploadFile(uploader, bytes), save);
  if (response.status !== 201) throw new Error(`not saved: ${await response.text()}`);
  return (await response.json()) as AdminPhoto;
};

export const listKeys = async (storage: Storage, prefix?: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.toSorted();
};

/** Inserts rows of photos without files, the first one in front. */
export const insertPhotoRows = async (
  { db }: TestApp,
  category: PhotoCategory,
  names: readonly string[],
): Promise<number[]> => {
  const rows = names.map((savedFileName, position) => ({
    category,
    savedFileName,
    width: 3,
    height: 2,
    widths: [480],
    title: '',
    alt: '빛',
    placeholder: '',
    position,
  }));
  const inserted = await db.insert(photos).values(rows).returning({ id: photos.id });
  return inserted.map(({ id }) => id);
};
