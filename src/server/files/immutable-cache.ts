/** `Cache-Control` of what is named by its content. */
export const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
