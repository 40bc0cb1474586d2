import { randomUUID } from 'node:crypto';
import type { Deps } from '#platform/server/deps.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { uploadTtl } from '#platform/server/ports/storage/storage.ts';
import { uploadExtensions, type UploadType } from '../../contract/photo-uploads.ts';
import { withStorageErrors } from '../storage/storage-errors.ts';
import { assertFreeSpace } from './admit-upload.ts';

export interface UploadUrlContext {
  readonly memberId: string;
  readonly caller: Pick<Caller, 'header'>;
}

/** Uploads to disk storage use the origin of the current page when it has the host of the request, else the public URL. */
const originFor = ({ header }: Pick<Caller, 'header'>, publicUrl: string): string => {
  const origin = header('origin') ?? '';
  const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
  return host !== undefined && host === header('host') ? origin : publicUrl;
};

/**
 * Signs a URL to which this member can upload one file. `intent` is the row to store before the URL is given away. The key does not contain
 * the file's name. Throws STORAGE_FULL, UNAVAILABLE.
 */
export const prepareUpload = async (
  deps: Deps,
  upload: { readonly contentType: UploadType; readonly contentLength?: number | undefined },
  { memberId, caller }: UploadUrlContext,
) => {
  await assertFreeSpace(deps);
  const { contentType } = upload;
  const contentLength = upload.contentLength ?? null;
  const now = deps.clock.now().getTime();
  const id = randomUUID();
  const stagingKey = `staging/${id}.${uploadExtensions[contentType][0] ?? ''}`;
  const expiresAt = new Date(now + uploadTtl.signedUrlS * 1_000);
  const { url, headers } = await withStorageErrors(deps, (storage) =>
    storage.signUpload({ key: stagingKey, contentType, contentLength, expiresAt }),
  );
  const signedUrl = url.startsWith('/') ? originFor(caller, deps.env.publicUrl) + url : url;
  return {
    intent: {
      id,
      stagingKey,
      memberId,
      contentType,
      contentLength,
      createdAt: new Date(now),
      expiresAt: new Date(now + uploadTtl.intentS * 1_000),
    },
    signed: { signedUrl, savedFileName: stagingKey, headers: { ...headers } },
  };
};
