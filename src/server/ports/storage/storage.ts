export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface UploadGrant {
  readonly key: string;
  readonly contentType: string;
  /** The only size taken; without it any up to the largest upload. */
  readonly contentLength: number | null;
  readonly expiresAt: Date;
}

/** Where a browser puts one file, once: the address, and the headers that the PUT must carry. */
export interface SignedUpload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Takes what is put to a signed address of our own: a store that browsers reach by themselves has none. */
export interface UploadReceiver {
  /** Null when the address is not one of ours as we gave it. Whether its time is over, the caller judges. */
  verify(key: string, query: URLSearchParams): UploadGrant | null;
  /** Whole and durable, or not at all when the body fails. False when the key is taken: nothing is replaced. */
  receive(key: string, body: AsyncIterable<Uint8Array>): Promise<boolean>;
}

/** Origins that pages reach beside their own. */
export interface ExternalOrigins {
  /** Where photos are loaded from. */
  readonly photos?: string;
  /** Where uploads are put to. */
  readonly uploads?: string;
}

/**
 * Where photos are kept. A key is one or more segments of lower-case letters, digits, `.`, `_`, `-`, each
 * beginning with a letter or digit, joined by `/`. Objects never change under their key. What is under `staging/` came
 * from outside as it is: only `read`, `delete`, `stat` and `list` reach it, never a visitor.
 */
export interface Storage {
  /** Whole or not at all; durable when it resolves. Putting the same key again replaces the object. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** Null when there is none. */
  stat(key: string): Promise<StoredObject | null>;
  /** Everything there is, in no order; with a prefix (`staging/`) only what begins with it. */
  list(prefix?: string): AsyncIterable<StoredObject>;
  /** Removes what writes that a crash cut short have left, where they leave anything. */
  removeStaleDrafts?(): Promise<void>;
  signUpload(upload: UploadGrant): Promise<SignedUpload>;
  /** The address from which a browser loads it. */
  url(key: string): string;
  /** Present where uploads come through this server. */
  readonly uploadReceiver?: UploadReceiver;
  /** Present where browsers reach the store by themselves. */
  readonly externalOrigins?: ExternalOrigins;
}

const KEY = /^[a-z0-9][a-z0-9._-]{0,99}(?:\/[a-z0-9][a-z0-9._-]{0,99}){0,3}$/;

/** Whether a key is of what came from outside as it is. */
export const isStaged = (key: string): boolean => key.startsWith('staging/');

export const isStorageKey = (key: string): boolean => KEY.test(key);
