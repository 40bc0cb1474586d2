/** Seconds after signing for which a URL accepts its file (`signedUrlS`) and for which the uploaded file can be saved (`intentS`). */
export const uploadTtl = { signedUrlS: 300, intentS: 900 } as const;

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface UploadGrant {
  readonly key: string;
  readonly contentType: string;
  /** The required size in bytes. Null allows any: on disk up to the upload limit, while S3 stores a larger file too. */
  readonly contentLength: number | null;
  readonly expiresAt: Date;
}

/** The URL to which a browser uploads one file, and the headers that the PUT must carry. */
export interface SignedUpload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Receives uploads to signed URLs of this server; absent when browsers upload to the store directly. */
export interface UploadReceiver {
  /** Null when the key or the signature is invalid. The caller checks whether the URL has expired. */
  verify(key: string, query: URLSearchParams): UploadGrant | null;
  /** Stores the body atomically and durably; stores nothing if the body fails. Returns false when the key exists, and keeps that object. */
  receive(key: string, body: AsyncIterable<Uint8Array>): Promise<boolean>;
}

/** Other origins that pages access. */
export interface ExternalOrigins {
  /** The origin that serves photos. */
  readonly photos?: string;
  /** The origin that receives uploads. */
  readonly uploads?: string;
}

/**
 * Stores photos, uploads and private files. A key has up to four segments of lower-case letters, digits, `.`, `_` and `-`, each starting
 * with a letter or digit, joined by `/`. No key is used again for other content, but an upload to S3 signed without a length may change.
 * Objects under `staging/` are unverified uploads and those under `private/` belong to members: visitors never reach them by their key.
 */
export interface Storage {
  /** Stores an object atomically, replacing an existing one; durable when it resolves. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is no such object. */
  read(key: string): Promise<Uint8Array | null>;
  /** Deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Null when there is no such object. */
  stat(key: string): Promise<StoredObject | null>;
  /** Lists all objects in no particular order, optionally by prefix (`staging/`). */
  list(prefix?: string): AsyncIterable<StoredObject>;
  /** Removes drafts left by interrupted writes; absent where there are none. */
  removeStaleDrafts?(): Promise<void>;
  /** Free bytes on the disk; absent where the store has no disk of its own. */
  freeBytes?(): Promise<number>;
  signUpload(upload: UploadGrant): Promise<SignedUpload>;
  /** The URL from which a browser loads a photo. */
  url(key: string): string;
  /** Present when uploads pass through this server. */
  readonly uploadReceiver?: UploadReceiver;
  /** Present when browsers access the store directly. */
  readonly externalOrigins?: ExternalOrigins;
}

const KEY = /^[a-z0-9][a-z0-9._-]{0,99}(?:\/[a-z0-9][a-z0-9._-]{0,99}){0,3}$/;

/** Prefixes of objects that visitors never reach by their key: unverified uploads and private files. */
export const hiddenPrefixes = ['staging/', 'private/'] as const;

export const isHiddenKey = (key: string): boolean => hiddenPrefixes.some((prefix) => key.startsWith(prefix));

export const isStorageKey = (key: string): boolean => KEY.test(key);
