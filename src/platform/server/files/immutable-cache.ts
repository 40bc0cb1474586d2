/** `Cache-Control` for files whose URL contains a hash of their content. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
