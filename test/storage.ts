import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Hono } from 'hono';
import { createDiskStorage } from '#server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#server/ports/storage/signed-upload.ts';
import type { SignedUpload, Storage } from '#server/ports/storage/storage.ts';

export interface TestStorage {
  readonly storage: Storage;
  close(): Promise<void>;
}

/** An empty store of the project's kind, for one test file alone until it closes it. */
export const freshStorage = async (authSecret: Uint8Array): Promise<TestStorage> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sajingwan-photos-'));
  return {
    storage: createDiskStorage(folder, createUploadSigner(authSecret)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

/** Puts a file where a signed address says, as a browser would; `headers` go beside or over what the address asks for. */
export const putUpload = async (
  hono: Hono,
  { url, headers: asked }: SignedUpload,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> => {
  const init = { method: 'PUT', body: bytes };
  const sent = { ...asked, ...headers };
  if (!url.startsWith('/')) return fetch(url, { ...init, headers: sent });
  return hono.request(url, { ...init, headers: { 'content-length': String(bytes.byteLength), ...sent } });
};
