import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { adminPhotoEndpoints } from '#contract/admin-photos.ts';
import { uploadExtensions, uploadTtl } from '#contract/photo-uploads.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { uploadIntents } from '#server/photos/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { frontPosition } from '#server/photos/gallery/gallery-lock.ts';
import { isStorageKey } from '#server/ports/storage/storage.ts';
import { assertFreeSpace } from './admit-upload.ts';
import { withStorageErrors } from '#server/photos/storage/storage-errors.ts';

type Endpoint = typeof adminPhotoEndpoints.createUploadUrl;

export interface UploadUrlContext {
  readonly memberId: string;
  readonly caller: Pick<Caller, 'header'>;
}

/** Uploads to disk storage use the host of the current page: the local address or the domain. */
const originFor = ({ header }: Pick<Caller, 'header'>, publicUrl: string): string => {
  const origin = header('origin') ?? '';
  const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
  return host !== undefined && host === header('host') ? origin : publicUrl;
};

interface PreparedUpload {
  /** The row to store before the URL is given away. */
  readonly intent: typeof uploadIntents.$inferInsert;
  readonly signed: ResponseOf<Endpoint>;
}

/** Signs a URL to which this member can upload one file. The key does not contain the file's name. Throws STORAGE_FULL, UNAVAILABLE. */
export const prepareUpload = async (
  deps: Deps,
  upload: Pick<BodyOf<Endpoint>, 'contentType' | 'contentLength'>,
  { memberId, caller }: UploadUrlContext,
): Promise<PreparedUpload> => {
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
  const signedUrl = url.startsWith('/') ? originFor(caller, deps.settings.publicUrl) + url : url;
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

/** Distance of two files of one choice of files, so small that their offsets stay between two drawn positions. */
const POSITION_STEP = 2 ** -16;

const findPosition = async (db: Deps['db'], place: BodyOf<Endpoint>['place'], memberId: string) => {
  if (place === undefined || !isStorageKey(place.savedFileName)) return frontPosition;
  const isIt = and(eq(uploadIntents.stagingKey, place.savedFileName), eq(uploadIntents.memberId, memberId));
  const [other] = await db.select({ position: uploadIntents.position }).from(uploadIntents).where(isIt);
  const position = other?.position ?? null;
  return position === null ? frontPosition : position + place.offset * POSITION_STEP;
};

/** Signs a URL to which this admin can upload one photo, and draws the photo's position. Throws STORAGE_FULL, UNAVAILABLE. */
export const createUploadUrl = async (
  deps: Deps,
  upload: Omit<BodyOf<Endpoint>, 'fileName'>,
  context: UploadUrlContext,
): Promise<ResponseOf<Endpoint>> => {
  const { intent, signed } = await prepareUpload(deps, upload, context);
  const position = await findPosition(deps.db, upload.place, context.memberId);
  await deps.db.insert(uploadIntents).values({ ...intent, position });
  return signed;
};
