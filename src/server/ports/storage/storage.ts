/**
 * Where photos are kept. A key is one or more segments of lower-case letters, digits, `.`, `_`, `-`, each
 * beginning with a letter or digit, joined by `/`. Objects never change under their key.
 */
export interface Storage {
  /** Whole or not at all; durable when it resolves. Putting the same key again replaces the object. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null when there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** The address from which a browser loads it. */
  url(key: string): string;
}

const KEY = /^[a-z0-9][a-z0-9._-]{0,99}(?:\/[a-z0-9][a-z0-9._-]{0,99}){0,3}$/;

export const isStorageKey = (key: string): boolean => KEY.test(key);
