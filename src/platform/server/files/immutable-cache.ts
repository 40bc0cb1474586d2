/** `Cache-Control` for files that never change under the same URL. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
